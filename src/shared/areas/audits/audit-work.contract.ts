/** Audits: requests, samples, findings. */
import { findingsContract } from './findings.contract.ts';
import { requestsContract } from './requests.contract.ts';
import { samplesContract } from './samples.contract.ts';

export const auditWorkContract = { ...requestsContract, ...samplesContract, ...findingsContract };
