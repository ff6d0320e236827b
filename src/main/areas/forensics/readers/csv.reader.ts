import { csvFormat } from '../../../../shared/areas/forensics/logs/csv.format.ts';
import { lineReader } from './text/line-reader.ts';

export const csvReader = lineReader(csvFormat);
