/** Why a port could not be opened, with what to do. */
export function bindError(error: unknown, address: string, port: number): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const place = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return `Another program listens on ${place}. End it, or choose another port.`;
    case 'EACCES':
    case 'EPERM':
      return `This system does not allow Watchfloor to listen on ${place}. Choose a port from 1024 on, or grant the right.`;
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine.`;
    default:
      return `Could not listen on ${place}: ${code === '' ? 'not known why' : code}`;
  }
}

/** Reached from this machine only: it goes on while the workspace is isolated. */
export function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === '::1' || /^::ffff:127\./i.test(address);
}

export function placeOf(transport: string, address: string, port: number): string {
  return `${transport} ${address.includes(':') ? `[${address}]` : address}:${port}`;
}
