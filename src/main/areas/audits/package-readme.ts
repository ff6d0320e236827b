import { groupedFingerprint } from '../../../shared/areas/audits/audit-reports.rules.ts';

export interface ReadmeFacts {
  readonly title: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly fingerprint: string;
  readonly evidence: number;
  readonly absent: number;
}

/** README.txt: for an auditor who has never seen Watchfloor. Plain text, lines of at most 96. */
export function packageReadme(facts: ReadmeFacts): string {
  return `AUDIT PACKAGE

Audit:     ${facts.title.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')}
Made:      ${facts.createdAt}${facts.createdBy ? ` by ${facts.createdBy.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')}` : ''}
Evidence:  ${facts.evidence} pieces, ${facts.absent} of them without their file (manifest.json says why)

WHAT IS IN IT
  reports/         the reports of this audit, as they were made
  evidence/        the files, each in a folder named by the id of its evidence
  audit.json       scope, period, conclusion, frameworks and controls with their figures
  requests.json    the request list
  samples.json     samples: population, its SHA-256, seed, method, items, results, completeness
  findings.json    findings with remediation and retest
  evidence.json    what is recorded of every piece of evidence
  custody.ndjson   the chains of custody, one entry a line
  manifest.json    every file with its size and SHA-256
  checkpoint.json  hash of the manifest, of the ends of all chains, of the audit log's end; the time
  signature.json   Ed25519 signature over checkpoint.json, with the public key
  verify.mjs, verify.py   two verifiers that do the same; either is enough

HOW TO VERIFY
  1. Get the verifier and the fingerprint of the signing key from the audited organisation by
     another way than this package: by telephone, on paper, from their Watchfloor (Audit Support,
     tab Reports). Whoever can change this package can change the verifier and the key in it.
  2. With Node 18 or newer:
       node verify.mjs PACKAGE.zip --fingerprint FINGERPRINT
     or with Python 3.8 or newer:
       python3 verify.py PACKAGE.zip --fingerprint FINGERPRINT
     A folder into which the package was extracted can be named in place of the ZIP file.
  3. Exit code 0: nothing is wrong. 1: each line of the output names what is. 2: it could not run.

  Fingerprint of the key that signed this package, to be compared, not to be trusted:
    ${groupedFingerprint(facts.fingerprint)}

WHAT A VERIFIER CANNOT SEE
  - Whether the key belongs to the organisation: that is what the comparison is for.
  - The keyed codes (mac) of the custody entries: they need the secret key of the installation.
    Order, gaps and links are checked here; the codes are checked in Watchfloor (Verify custody).
  - Whether what the records say is true. Entries of one person approving their own work are
    marked "self-approved".
`;
}
