/**
 * What each pack holds, held against what its publisher counts where it says so (the remark), else
 * against what was written, so that an edit that loses a line is seen.
 */
import type { PackCounts } from '../../src/shared/areas/compliance/pack.rules.ts';

const of = (groups: number, requirements: number, withdrawn = 0): PackCounts => ({
  groups,
  requirements,
  withdrawn,
});

export const PACK_COUNTS: Record<string, PackCounts> = {
  // 13 principles and 3 sections on breaches.
  'au-privacy-principles': of(6, 16),
  // 111 building blocks in 10 layers.
  'bsi-it-grundschutz-2023': of(10, 111),
  // 121 criteria in 17 areas.
  'c5-2020': of(17, 121),
  ccpa: of(3, 45),
  'cis-controls-8.1': of(18, 0),
  'cmmc-2-level-1': of(6, 15),
  'cmmc-2-level-2': of(14, 110),
  'cmmc-2-level-3': of(10, 24),
  'cobit-2019': of(5, 0),
  'csa-ccm-4': of(17, 0),
  dora: of(9, 64),
  // 126 controls over the three levels.
  'essential-eight': of(9, 126),
  'eu-ai-act': of(18, 113),
  // 71 articles and 22 requirements of Annex I.
  'eu-cra': of(11, 93),
  'fda-21-cfr-11': of(3, 31),
  'fedramp-r5': of(18, 410),
  ferpa: of(5, 31),
  // 99 articles in 11 chapters.
  gdpr: of(11, 99),
  'glba-safeguards': of(1, 24),
  'hipaa-privacy-breach': of(2, 25),
  // 22 standards and their implementation specifications.
  'hipaa-security': of(5, 65),
  'hitrust-csf-11': of(14, 0),
  'iec-62443-3-3': of(7, 51),
  'iso-22301-2019': of(10, 46),
  // 93 controls of Annex A and 30 clauses.
  'iso-27001-2022': of(12, 123),
  'iso-27017-2015': of(1, 7),
  'iso-27018-2019': of(8, 25),
  // 31 controls for controllers, 18 for processors.
  'iso-27701-2019': of(10, 49),
  'iso-42001-2023': of(11, 38),
  // articles 1 to 54 without the vetoed 28.
  lgpd: of(8, 53),
  'mas-trm-2021': of(13, 61),
  'nerc-cip': of(13, 46),
  'nis2-implementing-2024-2690': of(13, 53),
  // 46 articles and the ten measures of article 21(2).
  nis2: of(9, 56),
  'nist-800-171-r2': of(14, 110),
  'nist-800-171-r3': of(17, 97, 33),
  'nist-800-172': of(10, 35),
  'nist-800-207': of(1, 7),
  // 4 groups and 19 practices.
  'nist-800-218': of(23, 42),
  // 922 ids in 18 families.
  'nist-800-53-r4': of(18, 826, 96),
  // 1,189 ids in 20 families.
  'nist-800-53-r5': of(20, 1007, 182),
  // 4 functions and 19 categories.
  'nist-ai-rmf-1.0': of(23, 72),
  // 6 functions and 22 categories.
  'nist-csf-2.0': of(28, 106),
  // 5 functions and 18 categories.
  'nist-privacy-1.0': of(23, 100),
  'nydfs-500': of(1, 24),
  // requirements 1 to 12, Appendices A1 and A2.
  'pci-dss-4.0.1': of(80, 260),
  // 10 principles and 3 sections on breaches.
  pipeda: of(2, 13),
  popia: of(8, 18),
  'soc2-2017': of(13, 61),
  sox: of(4, 12),
  'swift-cscf-2024': of(7, 32),
  'tisax-vda-isa-6': of(3, 0),
  // 4 objectives, 14 principles, 39 outcomes.
  'uk-caf-3.2': of(18, 39),
  'uk-cyber-essentials': of(1, 5),
};
