/** What the demo's vendors are bound by, and whom they hand work to in their turn. */
import {
  nameKey,
  type VendorDocumentKind,
} from '../../../../shared/areas/vendors/vendors.rules.ts';
import { HOUR_MS } from '../../../../shared/kernel/time.ts';
import {
  vendorDocumentsTable,
  vendorSubprocessorsTable,
} from '../../../db/tables/vendors.table.ts';
import { evidenceByTitle, vendorByName } from './vendors.store.ts';
import { byPerson, dateFrom, type World } from './world.ts';

/** Vendor, kind, title of the evidence, days until it expires, note. */
const DOCUMENTS: readonly (readonly [
  string,
  VendorDocumentKind,
  string,
  number | null,
  string | null,
])[] = [
  ['Granite Cloud', 'CERTIFICATE', 'Certificate of Granite Cloud', 310, 'ISO/IEC 27001:2022'],
  ['Granite Cloud', 'DPA', 'Contracts with processors', 640, null],
  [
    'Vaultkeep Backup',
    'CERTIFICATE',
    'Certificate of Vaultkeep Backup',
    18,
    'The next one is asked for.',
  ],
  ['Vaultkeep Backup', 'DPA', 'Contracts with processors', 400, null],
  ['Ledgerwise', 'DPA', 'Contracts with processors', 330, null],
  ['Tallyman Payroll', 'DPA', 'Contracts with processors', -12, 'Renewal is with counsel.'],
  [
    'Northgate Penetration Testing',
    'REPORT',
    'Penetration test of the tracking portal',
    null,
    'Their report of this year.',
  ],
];

/** Vendor, sub-processor, service, location, data, whether it is a vendor of ours too. */
const SUBPROCESSORS: readonly (readonly [
  string,
  string,
  string,
  string,
  readonly string[],
  boolean,
])[] = [
  ['Ledgerwise', 'Granite Cloud', 'Hosting', 'Ireland', ['Invoices', 'Bank details'], true],
  ['Tallyman Payroll', 'Granite Cloud', 'Hosting', 'Ireland', ['Staff records', 'Pay'], true],
  ['Fathom Telematics', 'Granite Cloud', 'Hosting', 'Germany', ['Positions of trucks'], true],
  [
    'Granite Cloud',
    'Vaultkeep Backup',
    'Copies of backups',
    'Netherlands',
    ['All hosted data'],
    true,
  ],
  ['Vaultkeep Backup', 'Granite Cloud', 'Second site', 'Germany', ['Encrypted backups'], true],
  [
    'Signet Identity',
    'Aldermere Messaging',
    'Text messages',
    'United Kingdom',
    ['Telephone numbers'],
    false,
  ],
  [
    'Postmark Relay',
    'Aldermere Messaging',
    'Notices to recipients',
    'United Kingdom',
    ['Mail addresses'],
    false,
  ],
  [
    'Fathom Telematics',
    'Lodestar Maps',
    'Maps and routes',
    'Norway',
    ['Positions of trucks'],
    false,
  ],
  [
    'Tallyman Payroll',
    'Corwen Print & Post',
    'Payslips on paper',
    'Denmark',
    ['Names', 'Addresses', 'Pay'],
    false,
  ],
];

const DOCUMENTS_SINCE_DAYS = 18;
const SUBPROCESSORS_SINCE_DAYS = 28;

/** Every vendor and piece of evidence that is named must be older than these moments. */
export function addVendorRecords(world: World): void {
  const officer = world.desk('priya');
  DOCUMENTS.forEach(([vendor, kind, title, expires, note], index) => {
    const at = world.daysAgo(DOCUMENTS_SINCE_DAYS) - index * HOUR_MS;
    world.past.add(at, byPerson(officer, 'vendors.add-document'), (tx) =>
      tx.insert(vendorDocumentsTable, {
        id: world.newId(),
        vendorId: vendorByName(tx, vendor),
        evidenceId: evidenceByTitle(tx, title),
        kind,
        expiresOn: expires === null ? null : dateFrom(world.now, expires),
        note,
        createdBy: officer,
        createdAt: at,
        updatedAt: at,
      }),
    );
  });
  SUBPROCESSORS.forEach(([vendor, name, service, location, dataCategories, isVendor], index) => {
    const at = world.daysAgo(SUBPROCESSORS_SINCE_DAYS) - index * HOUR_MS;
    world.past.add(at, byPerson(officer, 'vendors.add-subprocessor'), (tx) =>
      tx.insert(vendorSubprocessorsTable, {
        id: world.newId(),
        vendorId: vendorByName(tx, vendor),
        name,
        nameKey: nameKey(name),
        service,
        location,
        dataCategories: [...dataCategories],
        linkedVendorId: isVendor ? vendorByName(tx, name) : null,
        createdBy: officer,
        createdAt: at,
        updatedAt: at,
      }),
    );
  });
}
