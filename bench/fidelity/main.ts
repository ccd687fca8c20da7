import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureLinks } from './links.ts';
import { measurePatterns } from './patterns.ts';
import { FEW_AND_SURE, measureRecall } from './recall.ts';
import { measureSalience } from './salience.ts';

const { values } = parseArgs({ options: { json: { type: 'string' } } });

const patterns = rounded(measurePatterns());
const recall = rounded(await measureRecall());
const sureRecall = rounded(await measureRecall(FEW_AND_SURE));
const salience = rounded(await measureSalience());
const links = (await measureLinks()).map(rounded);
console.table({ 'patterns without a model': patterns });
console.table({ 'recall by default': recall, 'recall, few and sure': sureRecall });
console.table({ 'salience ranking': salience });
console.table(Object.fromEntries(links.map(({ threshold, ...rest }) => [`related above ${threshold}`, rest])));
const figures = JSON.stringify({ patterns, recall, sureRecall, salience, links });
if (values.json !== undefined) writeFileSync(values.json, `${figures}\n`);
console.log(figures);

function rounded<Figures extends Record<string, number>>(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, Number(figure.toPrecision(4))]),
  ) as Figures;
}
