interface MeasuredError {
  readonly threshold: number;
  /** Of the questions that get something at this threshold, the share that gets no whole answer among its items. */
  readonly error: number;
  /** Of the questions with an answer, the share that gets something. */
  readonly coverage: number;
}

/** With the default embedder, reader and ranker, on stories that no model was trained on. `npm run board` writes the rows. */
// Measured at b53fee73
export const MEASURED_ERRORS: readonly MeasuredError[] = [
  { threshold: 0, error: 0.267, coverage: 1.0 },
  { threshold: 0.05, error: 0.234, coverage: 0.997 },
  { threshold: 0.1, error: 0.209, coverage: 0.986 },
  { threshold: 0.15, error: 0.195, coverage: 0.981 },
  { threshold: 0.2, error: 0.188, coverage: 0.976 },
  { threshold: 0.3, error: 0.175, coverage: 0.963 },
  { threshold: 0.4, error: 0.165, coverage: 0.944 },
  { threshold: 0.5, error: 0.156, coverage: 0.918 },
  { threshold: 0.6, error: 0.137, coverage: 0.874 },
  { threshold: 0.7, error: 0.12, coverage: 0.796 },
  { threshold: 0.8, error: 0.097, coverage: 0.702 },
  { threshold: 0.85, error: 0.088, coverage: 0.645 },
  { threshold: 0.9, error: 0.077, coverage: 0.543 },
  { threshold: 0.92, error: 0.071, coverage: 0.487 },
  { threshold: 0.94, error: 0.064, coverage: 0.416 },
  { threshold: 0.95, error: 0.054, coverage: 0.358 },
  { threshold: 0.96, error: 0.049, coverage: 0.293 },
  { threshold: 0.97, error: 0.051, coverage: 0.229 },
  { threshold: 0.98, error: 0.044, coverage: 0.158 },
  { threshold: 0.99, error: 0.017, coverage: 0.082 },
];
