export interface DevelopmentServer {
  /** What the page may reach besides our own address: the server and its live-reload socket. */
  readonly origins: readonly string[];
  readonly port: number;
  fetchPage(request: Request): Promise<Response>;
}

/**
 * The development server's page under our own address, so that origin and session are the real
 * ones. Never in a packaged application, whatever the environment says.
 */
export function developmentServer(
  isPackaged: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): DevelopmentServer | undefined {
  const address = environment.ELECTRON_RENDERER_URL;
  if (isPackaged || address === undefined) return undefined;
  const { origin, host, port } = new URL(address);
  return {
    origins: [origin, `ws://${host}`],
    port: Number(port),
    fetchPage(request) {
      const { pathname, search } = new URL(request.url);
      return fetch(new URL(`${pathname}${search}`, origin), { headers: request.headers });
    },
  };
}
