import type { CycleReport } from '../../model/report.ts';
import { count } from './phrases.ts';

export function cycleLines(report: CycleReport): string[] {
  const { memoriesProcessed, themesFound, patternsExtracted, resumed, modelCalls } = report;
  const parts: readonly (readonly [number, string])[] = [
    [memoriesProcessed, `${count(memoriesProcessed, 'memory', 'memories')} gone over`],
    [patternsExtracted, `${count(patternsExtracted, 'pattern')} learnt from ${count(themesFound, 'theme')}`],
    [report.patternsSeenAgain, `${report.patternsSeenAgain} seen again`],
    [report.memoriesStrengthened, `${report.memoriesStrengthened} strengthened`],
    [report.linksMade, `${count(report.linksMade, 'link')} made`],
    [report.contradictionsFound, `${count(report.contradictionsFound, 'contradiction')} found`],
    [report.duplicatesMerged, `${report.duplicatesMerged} merged`],
    [report.memoriesArchived, `${report.memoriesArchived} archived`],
    [modelCalls, count(modelCalls, 'model call')],
  ];
  const done = parts.flatMap(([number, text]) => (number > 0 ? [text] : []));
  return [`Cycled${resumed ? ', going on with a run that was cut short' : ''}: ${done.join(', ') || 'nothing to do'}.`];
}
