import { z } from 'zod';
import { ROLES } from '../../../../shared/contract/permissions.ts';
import { itemAt } from './random.ts';

const hostSchema = z
  .tuple([
    z.string(),
    z.string(),
    z.enum(['windows', 'linux']),
    z.enum(['workstation', 'server', 'dmz', 'terminal']),
    z.string().nullable(),
    z.string(),
  ])
  .rest(z.literal('critical'))
  .transform(([name, ip, os, kind, owner, purpose, critical]) => ({
    name,
    ip,
    os,
    kind,
    owner,
    purpose,
    isCritical: critical !== undefined,
  }));
export type Host = z.output<typeof hostSchema>;

const personSchema = z
  .tuple([z.string(), z.string(), z.string()])
  .transform(([login, name, department]) => ({ login, name, department }));

const deskSchema = z
  .tuple([z.string(), z.string(), z.string(), z.enum(ROLES)])
  .transform(([key, firstName, lastName, role]) => ({ key, firstName, lastName, role }));

/** The company behind the demo: an invented one, with names and addresses reserved for examples. */
export const companySchema = z.object({
  name: z.string(),
  domain: z.string(),
  windowsDomain: z.string(),
  sensor: z.string(),
  wazuhManager: z.string(),
  ranges: z.array(z.tuple([z.cidrv4(), z.string()])),
  hosts: z.array(hostSchema),
  people: z.array(personSchema),
  desk: z.array(deskSchema),
  peers: z.record(z.string(), z.array(z.ipv4())),
});
export type CompanyContent = z.output<typeof companySchema>;

export interface Person {
  readonly login: string;
  readonly name: string;
  readonly mail: string;
  /** Null for accounts of services. */
  readonly department: string | null;
}

export interface Company extends Pick<CompanyContent, 'sensor' | 'wazuhManager' | 'domain'> {
  /** One host by its name, or all of a group: a kind, or a kind and a system like `server-linux`. */
  hosts(nameOrGroup: string): readonly Host[];
  person(login: string): Person;
  /** Logins that a template's word stands for: `anyone`, `admin`, or one login itself. */
  logins(word: string): readonly string[];
  /** Outside addresses of a group, or the one address itself. */
  peers(word: string): readonly string[];
  agentNumber(host: Host): number;
}

export function createCompany(content: CompanyContent): Company {
  const people = new Map(content.people.map((person) => [person.login, person]));
  return {
    sensor: content.sensor,
    wazuhManager: content.wazuhManager,
    domain: content.domain,
    hosts(nameOrGroup) {
      const [kind, os] = nameOrGroup.split('-');
      const found = content.hosts.filter(
        (host) =>
          host.name === nameOrGroup || (host.kind === kind && (os === undefined || host.os === os)),
      );
      itemAt(found, 0);
      return found;
    },
    person(login) {
      const person = people.get(login);
      const mail = `${login}@${content.domain}`;
      return { login, mail, name: person?.name ?? login, department: person?.department ?? null };
    },
    logins(word) {
      if (word === 'anyone') return [...people.keys()];
      if (word !== 'admin') return [word];
      const isAdmin = (login: string) => people.get(login)?.department === 'Infrastructure';
      return [...people.keys()].filter(isAdmin);
    },
    peers: (word) => content.peers[word] ?? [word],
    agentNumber: (host) => content.hosts.indexOf(host) + 1,
  };
}
