// The forward pass of the transformer, compiled once for each instruction set. The including file defines:
//   NAME(x)    x with the suffix of the instruction set
//   LANES      floats in a vector
//   VECTORS    vectors of columns in a panel of packed weights
//   MAX_ROWS   rows that are multiplied at a time: their sums must fit into the registers
//   STEP       inner positions in one 32-bit word of quantised activations: two of 16 bits, or four of 8
//   UNSIGNED   1 where the instructions multiply unsigned bytes of activations
//   Weights, loadWeights(from), addProducts(sums, weights, word)
// Except in a coarse run the integer products and their scaling equal those of the WASM kernel to the last bit.

#define PANEL (LANES * VECTORS)
#define QUERIES (LANES == 16 ? 8 : 4)

typedef float NAME(Floats) __attribute__((vector_size(LANES * 4)));
typedef int32_t NAME(Ints) __attribute__((vector_size(LANES * 4)));
#if STEP == 2
typedef int16_t NAME(Words) __attribute__((vector_size(LANES * 2)));
#else
typedef int8_t NAME(Words) __attribute__((vector_size(LANES)));
#endif
typedef float NAME(AnyFloats) __attribute__((vector_size(LANES * 4), aligned(4)));
#define Floats NAME(Floats)
#define Ints NAME(Ints)

INLINE Floats NAME(load)(const float *from) { return *(const NAME(AnyFloats) *)from; }
INLINE void NAME(store)(float *to, Floats values) { *(NAME(AnyFloats) *)to = values; }
INLINE Floats NAME(splat)(float value) { return value - (Floats){0}; }
#define load NAME(load)
#define store NAME(store)
#define splat NAME(splat)
#define fma(a, b, c) __builtin_elementwise_fma(a, b, c)
#define lesser(a, b) __builtin_elementwise_min(a, b)
#define greater(a, b) __builtin_elementwise_max(a, b)

// Halves are added to one another: added lane by lane, each sum waits for the one before.
INLINE float NAME(sum)(Floats values) {
  float lanes[LANES];
  store(lanes, values);
  UNROLL for (int half = LANES / 2; half > 0; half /= 2)
    UNROLL for (int i = 0; i < half; i++) lanes[i] += lanes[i + half];
  return lanes[0];
}

INLINE float NAME(largest)(Floats values) { return __builtin_reduce_max(values); }

// Activations are quantised to 14 bits. Bytes contain them in two planes of 7 bits, or in a coarse run in one of 8.
INLINE int NAME(planes)(int isCoarse) { return STEP == 4 && !isCoarse ? 2 : 1; }
INLINE int NAME(levels)(int isCoarse) { return STEP == 4 && isCoarse ? 255 : 16383; }
// What is added to the upper plane, so that no byte is negative.
INLINE int NAME(offset)(int isCoarse) { return UNSIGNED ? (isCoarse ? 128 : 64) : 0; }

static size_t NAME(packedSize)(size_t columns, size_t inner) { return columns * (inner + 16); }

// A panel: for each step the weights of all its columns, then the columns' scales, scaled sums, biases and sums.
static void NAME(pack)(const int8_t *weights, const float *scales, const float *biases, size_t columns, size_t inner, uint8_t *to) {
  for (size_t first = 0; first < columns; first += PANEL, to += PANEL * (inner + 16)) {
    float *scale = (float *)(to + PANEL * inner), *sums = scale + PANEL, *bias = sums + PANEL;
    int32_t *plainSums = (int32_t *)(bias + PANEL);
    for (size_t column = 0; column < PANEL; column++) {
      const int8_t *row = weights + (first + column) * inner;
      int32_t sum = 0;
      for (size_t i = 0; i < inner; i++) sum += row[i];
      for (size_t i = 0; i < inner; i += STEP) memcpy(to + i * PANEL + column * STEP, row + i, STEP);
      scale[column] = scales[first + column];
      sums[column] = scales[first + column] * (float)sum;
      bias[column] = biases[first + column];
      plainSums[column] = sum;
    }
  }
}

// The matrix with a difference added, rounded to bytes again. Doubles as in src/reader/model-file.ts: both kernels then read the same weights.
static void NAME(addDifference)(const Matrix *matrix, const Difference *difference, int8_t *weights, float *scales, float *scratch) {
  size_t inner = matrix->inner, rank = difference->take.rows;
  float *takes = scratch, *row = scratch + rank * inner;
  for (size_t n = 0; n < rank; n++)
    for (size_t i = 0; i < inner; i++)
      takes[n * inner + i] = (float)((double)difference->take.weights[n * inner + i] * difference->take.scales[n]);
  for (size_t at = 0; at < matrix->rows; at++) {
    const int8_t *from = matrix->weights + at * inner;
    for (size_t i = 0; i < inner; i++) row[i] = (float)((double)from[i] * matrix->scales[at]);
    for (size_t n = 0; n < rank; n++) {
      double factor = (double)difference->give.weights[n * matrix->rows + at] * difference->give.scales[n];
      for (size_t i = 0; i < inner; i++) row[i] = (float)((double)row[i] + factor * takes[n * inner + i]);
    }
    Floats largest = {0};
    for (size_t i = 0; i < inner; i += LANES) largest = greater(largest, greater(load(row + i), -load(row + i)));
    double scale = (double)NAME(largest)(largest) / 127;
    if (scale < 1e-8) scale = 1e-8;
    scales[at] = (float)scale;
    for (size_t i = 0; i < inner; i++) weights[at * inner + i] = (int8_t)(int32_t)__builtin_floor((double)row[i] / scale + 0.5);
  }
}

// Rows are divided evenly into blocks of at most MAX_ROWS.
INLINE size_t NAME(blockEnd)(size_t rows, size_t block) {
  size_t blocks = (rows + MAX_ROWS - 1) / MAX_ROWS;
  return rows * (block + 1) / blocks;
}

// Each row on its own: value = scale * quantised + offset. The words of a block's rows stand side by side, step by step.
static void NAME(quantise)(const float *x, size_t rows, size_t inner, int isCoarse, uint8_t *to, float *terms) {
  int planes = NAME(planes)(isCoarse), levels = NAME(levels)(isCoarse), centre = (levels + 1) / 2, offset = NAME(offset)(isCoarse);
  for (size_t row = 0, block = 0, start = 0, end = NAME(blockEnd)(rows, 0); row < rows; row++) {
    if (row == end) start = end, end = NAME(blockEnd)(rows, ++block);
    const float *from = x + row * inner;
    Floats low = load(from), high = low;
    for (size_t i = LANES; i < inner; i += LANES) {
      Floats values = load(from + i);
      low = lesser(low, values);
      high = greater(high, values);
    }
    float lowest = -NAME(largest)(-low), span = NAME(largest)(high) - lowest, range = span > 1e-20f ? span : 1e-20f;
    Floats inverse = splat((float)levels / range), shift = splat(lowest);
    size_t count = end - start;
    uint8_t *at = to + start * inner * 2 + (row - start) * 4;
    for (size_t i = 0; i < inner; i += LANES, at += count * (LANES / STEP) * 4) {
      Floats steps = (load(from + i) - shift) * inverse + splat(ROUNDING);
      Ints values = ((Ints)steps & levels) - centre;
      for (int plane = 0; plane < planes; plane++) {
        Ints part = plane == 1 ? values & 127 : planes == 2 ? (values >> 7) + offset : values + offset;
        NAME(Words) words = __builtin_convertvector(part, NAME(Words));
        uint32_t split[LANES / STEP];
        memcpy(split, &words, sizeof words);
        UNROLL for (int n = 0; n < LANES / STEP; n++) memcpy(at + plane * count * inner + n * count * 4, split + n, 4);
      }
    }
    terms[row * 2] = range / (float)levels;
    terms[row * 2 + 1] = lowest + (float)centre * (range / (float)levels);
  }
}

INLINE void NAME(multiply)(int rows, int isCoarse, const uint8_t *q, const float *terms, const uint8_t *packed, size_t inner, size_t stride, float *to) {
  const uint8_t *end = packed + PANEL * inner;
  int planes = NAME(planes)(isCoarse), offset = NAME(offset)(isCoarse);
  Ints sums[MAX_ROWS][VECTORS];
  UNROLL for (int v = 0; v < VECTORS; v++) {
    Ints plainSums;
    memcpy(&plainSums, end + PANEL * 12 + v * LANES * 4, LANES * 4);
    UNROLL for (int row = 0; row < rows; row++) sums[row][v] = plainSums * -offset;
  }
  for (int plane = 0; plane < planes; plane++) {
    if (plane) UNROLL for (int row = 0; row < rows; row++) UNROLL for (int v = 0; v < VECTORS; v++) sums[row][v] <<= 7;
    for (const uint8_t *w = packed; w < end; w += PANEL * STEP, q += rows * 4) {
      Weights weights[VECTORS];
      UNROLL for (int v = 0; v < VECTORS; v++) weights[v] = loadWeights(w + v * LANES * STEP);
      UNROLL for (int row = 0; row < rows; row++) {
        int32_t word;
        memcpy(&word, q + row * 4, 4);
        UNROLL for (int v = 0; v < VECTORS; v++) sums[row][v] = (Ints)addProducts(sums[row][v], weights[v], word);
      }
    }
  }
  const float *scales = (const float *)(packed + PANEL * inner);
  UNROLL for (int row = 0; row < rows; row++) UNROLL for (int v = 0; v < VECTORS; v++) {
    Floats product = __builtin_convertvector(sums[row][v], Floats) * splat(terms[row * 2]) * load(scales + v * LANES);
    Floats correction = splat(terms[row * 2 + 1]) * load(scales + PANEL + v * LANES);
    store(to + row * stride + v * LANES, product + correction + load(scales + 2 * PANEL + v * LANES));
  }
}

// to = x times the packed columns + their biases
static void NAME(linear)(const Linear *by, const float *x, size_t rows, float *to, Buffers *buffers) {
  size_t inner = by->inner, columns = by->columns;
  NAME(quantise)(x, rows, inner, buffers->isCoarse, buffers->quantised, buffers->terms);
  for (size_t column = 0; column < columns; column += PANEL) {
    const uint8_t *packed = by->packed + column * (inner + 16);
    for (size_t block = 0, start = 0; start < rows; block++) {
      size_t end = NAME(blockEnd)(rows, block);
      const uint8_t *q = buffers->quantised + start * inner * 2;
      const float *terms = buffers->terms + start * 2;
      float *at = to + start * columns + column;
      switch (end - start) {
#define CASE(n) case n: NAME(multiply)(n, buffers->isCoarse, q, terms, packed, inner, columns, at); break;
        CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#if MAX_ROWS > 6
        CASE(7) CASE(8)
#endif
#undef CASE
      }
      start = end;
    }
  }
}

// e^x for x <= 0, relative error below 1e-6 (Cephes' polynomial); below -87 that of -87, too little to change a sum of 1.
INLINE Floats NAME(exponential)(Floats value) {
  Floats x = greater(value, splat(-87));
  Floats power = x * splat(1.44269504088896341f) + splat(ROUNDING);
  Ints exponent = ((Ints)power << 23) + (127 << 23);
  power -= splat(ROUNDING);
  Floats r = fma(power, splat(2.12194440e-4f), fma(power, splat(-0.693359375f), x));
  Floats sum = splat(1.9875691500e-4f);
  sum = fma(sum, r, splat(1.3981999507e-3f));
  sum = fma(sum, r, splat(8.3334519073e-3f));
  sum = fma(sum, r, splat(4.1665795894e-2f));
  sum = fma(sum, r, splat(1.6666665459e-1f));
  sum = fma(sum, r, splat(5.0000001201e-1f));
  sum = fma(sum, r * r, r) + splat(1);
  return sum * (Floats)exponent;
}

// Softmax attention of all heads. qkv: rows of query, key and value side by side; to: rows of WIDTH.
static void NAME(attend)(const float *qkv, size_t rows, float *to, float *scratch) {
  enum { ROW = 3 * WIDTH };
  size_t padded = (rows + 2 * LANES - 1) / (2 * LANES) * (2 * LANES);
  // Of one head, side by side: in the rows they come from they would share few lines of the cache.
  float *keys = scratch, *values = keys + HEAD * padded, *scores = values + HEAD * padded;
  for (size_t i = 0; i < HEAD; i++)
    for (size_t row = rows; row < padded; row++) keys[i * padded + row] = 0;
  for (size_t head = 0; head < HEADS; head++) {
    const float *query = qkv + head * HEAD, *key = query + WIDTH, *value = key + WIDTH;
    for (size_t row = 0; row < rows; row++) {
      // Scattered by vector instructions it takes longer.
      _Pragma("clang loop vectorize(disable)") for (size_t i = 0; i < HEAD; i++) keys[i * padded + row] = key[row * ROW + i] * 0.17677669529663687f;
      memcpy(values + row * HEAD, value + row * ROW, HEAD * 4);
    }
    for (size_t row = 0; row < rows; row += QUERIES) {
      size_t count = rows - row < QUERIES ? rows - row : QUERIES;
      const float *queries[QUERIES];
      UNROLL for (int n = 0; n < QUERIES; n++) queries[n] = query + (row + ((size_t)n < count ? (size_t)n : 0)) * ROW;
      for (size_t column = 0; column < padded; column += 2 * LANES) {
        Floats sums[QUERIES][2] = {0};
        for (size_t i = 0; i < HEAD; i++) {
          Floats first = load(keys + i * padded + column), second = load(keys + i * padded + column + LANES);
          UNROLL for (int n = 0; n < QUERIES; n++) {
            Floats factor = splat(queries[n][i]);
            sums[n][0] = fma(factor, first, sums[n][0]);
            sums[n][1] = fma(factor, second, sums[n][1]);
          }
        }
        UNROLL for (int n = 0; n < QUERIES; n++) {
          store(scores + n * padded + column, sums[n][0]);
          store(scores + n * padded + column + LANES, sums[n][1]);
        }
      }
      float shares[QUERIES] = {0};
      for (size_t n = 0; n < count; n++) {
        float *at = scores + n * padded;
        for (size_t i = rows; i < padded; i++) at[i] = -1e30f;
        Floats most = load(at);
        for (size_t i = LANES; i < padded; i += LANES) most = greater(most, load(at + i));
        Floats top = splat(NAME(largest)(most)), sum = {0};
        for (size_t i = 0; i < padded; i += LANES) {
          Floats weight = NAME(exponential)(load(at + i) - top);
          store(at + i, weight);
          sum += weight;
        }
        shares[n] = 1 / NAME(sum)(sum);
      }
      for (int v = 0; v < HEAD; v += 2 * LANES) {
        Floats mixed[QUERIES][2] = {0};
        for (size_t i = 0; i < rows; i++) {
          Floats first = load(values + i * HEAD + v), second = load(values + i * HEAD + v + LANES);
          UNROLL for (int n = 0; n < QUERIES; n++) {
            Floats weight = splat(scores[n * padded + i]);
            mixed[n][0] = fma(weight, first, mixed[n][0]);
            mixed[n][1] = fma(weight, second, mixed[n][1]);
          }
        }
        UNROLL for (int n = 0; n < QUERIES; n++) {
          if ((size_t)n >= count) break;
          store(to + (row + n) * WIDTH + head * HEAD + v, mixed[n][0] * splat(shares[n]));
          store(to + (row + n) * WIDTH + head * HEAD + v + LANES, mixed[n][1] * splat(shares[n]));
        }
      }
    }
  }
}

// In place, with a rational approximation of erf on [-4, 4] (the one of Eigen and XLA), error below 1e-6.
static void NAME(gelu)(float *x, size_t count) {
  for (size_t i = 0; i < count; i += LANES) {
    Floats value = load(x + i), half = value * splat(0.5f);
    Floats at = greater(lesser(value * splat(0.7071067811865476f), splat(4)), splat(-4)), square = at * at;
    Floats above = splat(-2.72614225801306e-10f);
    above = fma(above, square, splat(2.77068142495902e-8f));
    above = fma(above, square, splat(-2.10102402082508e-6f));
    above = fma(above, square, splat(-5.69250639462346e-5f));
    above = fma(above, square, splat(-7.34990630326855e-4f));
    above = fma(above, square, splat(-2.9545998085402e-3f));
    above = fma(above, square, splat(-1.60960333262415e-2f));
    Floats below = splat(-1.45660718464996e-5f);
    below = fma(below, square, splat(-2.13374055278905e-4f));
    below = fma(below, square, splat(-1.68282697438203e-3f));
    below = fma(below, square, splat(-7.37332916720468e-3f));
    below = fma(below, square, splat(-1.42647390514189e-2f));
    store(x + i, fma(half, at * above / below, half));
  }
}

// x = normalise(x + added), row by row
static void NAME(addAndNormalise)(float *x, const float *added, size_t rows, const Norm *by, float epsilon) {
  for (size_t row = 0; row < rows; row++, x += WIDTH, added += WIDTH) {
    Floats sum = {0}, squares = {0};
    for (size_t i = 0; i < WIDTH; i += LANES) {
      Floats value = load(x + i) + load(added + i);
      store(x + i, value);
      sum += value;
    }
    Floats mean = splat(NAME(sum)(sum) / WIDTH);
    for (size_t i = 0; i < WIDTH; i += LANES) {
      Floats centred = load(x + i) - mean;
      squares = fma(centred, centred, squares);
    }
    Floats scale = splat(1 / __builtin_sqrtf(NAME(sum)(squares) / WIDTH + epsilon));
    for (size_t i = 0; i < WIDTH; i += LANES)
      store(x + i, fma((load(x + i) - mean) * scale, load(by->weight + i), load(by->bias + i)));
  }
}

// The mean of the rows, scaled to unit length
static void NAME(average)(const float *x, size_t rows, float *to) {
  Floats squares = {0};
  for (size_t i = 0; i < WIDTH; i += LANES) {
    Floats sum = {0};
    for (size_t row = 0; row < rows; row++) sum += load(x + row * WIDTH + i);
    store(to + i, sum);
    squares = fma(sum, sum, squares);
  }
  Floats scale = splat(1 / __builtin_sqrtf(NAME(sum)(squares)));
  for (size_t i = 0; i < WIDTH; i += LANES) store(to + i, load(to + i) * scale);
}

// The unit vector of a sequence of tokens
static void NAME(forward)(const Model *model, const uint16_t *ids, const uint8_t *parts, size_t rows, Buffers *buffers, float *to) {
  float *x = buffers->x, *added = buffers->added, *wide = buffers->wide;
  for (size_t row = 0; row < rows; row++) {
    const int8_t *token = model->tokens + (size_t)ids[row] * WIDTH;
    const float *position = model->positions + row * WIDTH, scale = model->tokenScales[ids[row]];
    for (size_t i = 0; i < WIDTH; i++) x[row * WIDTH + i] = (float)token[i] * scale;
    if (parts == NULL) memcpy(added + row * WIDTH, position, WIDTH * 4);
    else
      for (size_t i = 0; i < WIDTH; i++) added[row * WIDTH + i] = position[i] + model->parts[parts[row] * WIDTH + i];
  }
  NAME(addAndNormalise)(x, added, rows, &model->start, model->epsilon);
  for (size_t n = 0; n < model->layerCount; n++) {
    const Layer *layer = &model->layers[n];
    NAME(linear)(&layer->queryKeyValue, x, rows, wide, buffers);
    NAME(attend)(wide, rows, added, buffers->scratch);
    NAME(linear)(&layer->mix, added, rows, added, buffers);
    NAME(addAndNormalise)(x, added, rows, &layer->afterMix, model->epsilon);
    NAME(linear)(&layer->up, x, rows, wide, buffers);
    NAME(gelu)(wide, rows * model->inner);
    NAME(linear)(&layer->down, wide, rows, added, buffers);
    NAME(addAndNormalise)(x, added, rows, &layer->afterDown, model->epsilon);
  }
  NAME(average)(x, rows, to);
}

static const InstructionSet NAME(instructions) = {NAME_TEXT, NAME(packedSize), NAME(pack), NAME(addDifference), NAME(forward)};

#undef Floats
#undef Ints
#undef load
#undef store
#undef splat
#undef fma
#undef lesser
#undef greater
#undef PANEL
#undef QUERIES
#undef NAME
#undef NAME_TEXT
#undef LANES
#undef VECTORS
#undef MAX_ROWS
#undef STEP
#undef UNSIGNED
#undef Weights
#undef loadWeights
#undef addProducts
