/**
 * Passwords that were given for files which wait for another one: an archive within an archive has its own.
 * Held in the core's memory until the file has been read, nowhere else, and never told.
 */
const MOST_FILES = 100;
const MOST_EACH = 20;

export function createGivenPasswords() {
  const given = new Map<string, readonly string[]>();
  return {
    /** The newest first. */
    add(id: string, password: string): void {
      const all = [password, ...(given.get(id) ?? []).filter((one) => one !== password)];
      given.delete(id);
      given.set(id, all.slice(0, MOST_EACH));
      for (const oldest of [...given.keys()].slice(0, Math.max(0, given.size - MOST_FILES)))
        given.delete(oldest);
    },
    of: (id: string): readonly string[] => given.get(id) ?? [],
    forget(id: string): void {
      given.delete(id);
    },
  };
}
export type GivenPasswords = ReturnType<typeof createGivenPasswords>;
