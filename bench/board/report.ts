import type { SetReport } from '../quality/measure.ts';
import type { Figure as SpeedFigure } from '../speed/report.ts';

/** Why there are no figures. */
export interface Unmeasured {
  readonly error: string;
}

export interface SpeedReport {
  readonly seconds: number;
  readonly figures: readonly SpeedFigure[];
  readonly failures: readonly string[];
}

/** The report of `bench/board/peers`; a string in a cell is the reason for no number. */
export interface PeersReport {
  readonly systems: readonly {
    readonly name: string;
    readonly version: string;
    readonly settings: string;
    readonly cells: Readonly<Record<string, number | string>>;
    readonly error?: string;
  }[];
  readonly seconds: number;
}

/** One run of the board: `docs/results.json`. */
export interface BoardReport {
  readonly commit: string;
  /** The day it ended. */
  readonly date: string;
  readonly isQuick: boolean;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly seeds: Readonly<Record<string, number>>;
  /** Of all its parts, also those of a run that was interrupted and resumed. */
  readonly seconds: number;
  readonly sets: Readonly<Record<string, SetReport | Unmeasured>>;
  readonly speed: SpeedReport | Unmeasured;
  readonly peers: PeersReport | Unmeasured;
}

export const isMeasured = <Part extends object>(part: Part | Unmeasured | undefined): part is Part =>
  part !== undefined && !('error' in part);
