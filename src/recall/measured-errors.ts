interface MeasuredError {
  readonly threshold: number;
  /** Of the questions that get something at this threshold, the share that gets no whole answer among its items. */
  readonly error: number;
  /** Of the questions with an answer, the share that gets something. */
  readonly coverage: number;
}

/** With the default embedder, reader and ranker, on stories that no model was trained on. `npm run board` writes the rows. */
// Measured at 8a8c60616ca5
export const MEASURED_ERRORS: readonly MeasuredError[] = [
  { threshold: 0, error: 0.269, coverage: 1.0 },
  { threshold: 0.05, error: 0.236, coverage: 0.997 },
  { threshold: 0.1, error: 0.214, coverage: 0.987 },
  { threshold: 0.15, error: 0.2, coverage: 0.98 },
  { threshold: 0.2, error: 0.193, coverage: 0.974 },
  { threshold: 0.3, error: 0.182, coverage: 0.959 },
  { threshold: 0.4, error: 0.174, coverage: 0.94 },
  { threshold: 0.5, error: 0.167, coverage: 0.914 },
  { threshold: 0.6, error: 0.149, coverage: 0.864 },
  { threshold: 0.7, error: 0.133, coverage: 0.791 },
  { threshold: 0.8, error: 0.113, coverage: 0.689 },
  { threshold: 0.85, error: 0.101, coverage: 0.629 },
  { threshold: 0.9, error: 0.089, coverage: 0.527 },
  { threshold: 0.92, error: 0.081, coverage: 0.47 },
  { threshold: 0.94, error: 0.073, coverage: 0.399 },
  { threshold: 0.95, error: 0.066, coverage: 0.341 },
  { threshold: 0.96, error: 0.062, coverage: 0.283 },
  { threshold: 0.97, error: 0.057, coverage: 0.225 },
  { threshold: 0.98, error: 0.046, coverage: 0.151 },
  { threshold: 0.99, error: 0.021, coverage: 0.072 },
];
