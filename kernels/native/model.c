#include "model.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif
#if defined(__x86_64__)
#include <immintrin.h>
#include <cpuid.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")
/** 1.5 x 2^23: a small number added to it is rounded to a whole one, which then stands in the lowest bits. */
#define ROUNDING 12582912.0f

typedef struct {
  const uint8_t *packed;
  size_t columns, inner;
} Linear;

typedef struct {
  const float *weight, *bias;
} Norm;

/** Rows of bytes, each with its scale. */
typedef struct {
  const int8_t *weights;
  const float *scales;
  size_t rows, inner;
} Matrix;

/** The product of two matrices of a low rank, to be added to a larger one. */
typedef struct {
  Matrix take, give;
} Difference;

typedef struct {
  Linear queryKeyValue, mix, up, down;
  Norm afterMix, afterDown;
} Layer;

typedef struct {
  float *x, *added, *wide, *scratch, *terms;
  uint8_t *quantised;
  int isCoarse;
} Buffers;

typedef struct {
  const char *name;
  size_t (*packedSize)(size_t columns, size_t inner);
  void (*pack)(const int8_t *weights, const float *scales, const float *biases, size_t columns, size_t inner, uint8_t *to);
  void (*addDifference)(const Matrix *matrix, const Difference *difference, int8_t *weights, float *scales, float *scratch);
  void (*forward)(const Model *model, const uint16_t *ids, const uint8_t *parts, size_t rows, Buffers *buffers, float *to);
} InstructionSet;

enum { MAX_LAYERS = 12, MAX_FILES = 2, LINE = 64 };

struct Model {
  atomic_int references;
  const InstructionSet *instructions;
  File files[MAX_FILES];
  size_t fileCount, layerCount, inner, vocabulary, maxTokens, partCount;
  float epsilon;
  const int8_t *tokens;
  const float *tokenScales, *positions, *parts;
  Norm start;
  Layer layers[MAX_LAYERS];
  /** `packed` begins on a line of the cache within `memory`. */
  uint8_t *memory, *packed;
};

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define NAME(x) x##Avx2
#define NAME_TEXT "avx2"
#define LANES 8
#define VECTORS 2
#define MAX_ROWS 6
#define STEP 2
#define UNSIGNED 0
#define Weights __m256i
#define loadWeights(from) _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(from)))
#define addProducts(sums, weights, word) _mm256_add_epi32((__m256i)(sums), _mm256_madd_epi16(weights, _mm256_set1_epi32(word)))
#include "transformer.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma,avxvnni"))), apply_to = function)
#define NAME(x) x##AvxVnni
#define NAME_TEXT "avx-vnni"
#define LANES 8
#define VECTORS 2
#define MAX_ROWS 6
#define STEP 4
#define UNSIGNED 1
#define Weights __m256i
#define loadWeights(from) _mm256_loadu_si256((const __m256i *)(from))
#define addProducts(sums, weights, word) _mm256_dpbusd_avx_epi32((__m256i)(sums), _mm256_set1_epi32(word), weights)
#include "transformer.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma"))), apply_to = function)
#define NAME(x) x##Avx512
#define NAME_TEXT "avx512"
#define LANES 16
#define VECTORS 3
#define MAX_ROWS 8
#define STEP 2
#define UNSIGNED 0
#define Weights __m512i
#define loadWeights(from) _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(from)))
#define addProducts(sums, weights, word) _mm512_add_epi32((__m512i)(sums), _mm512_madd_epi16(weights, _mm512_set1_epi32(word)))
#include "transformer.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,fma"))), apply_to = function)
#define NAME(x) x##Avx512Vnni
#define NAME_TEXT "avx512-vnni"
#define LANES 16
#define VECTORS 3
#define MAX_ROWS 8
#define STEP 4
#define UNSIGNED 1
#define Weights __m512i
#define loadWeights(from) _mm512_loadu_si512(from)
#define addProducts(sums, weights, word) _mm512_dpbusd_epi32((__m512i)(sums), _mm512_set1_epi32(word), weights)
#include "transformer.h"
#pragma clang attribute pop

static const InstructionSet *const SETS[] = {&instructionsAvx512Vnni, &instructionsAvx512, &instructionsAvxVnni, &instructionsAvx2};

static int has(const InstructionSet *set) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  // The operating system must save the wide registers, not only the processor have them.
  if (!((c >> 27) & 1) || !((c >> 12) & 1)) return 0;
  unsigned low, high, leaves;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6 || !__get_cpuid_count(7, 0, &leaves, &b, &c, &d)) return 0;
  int avx2 = (b >> 5) & 1;
  int avx512 = (low & 0xe0) == 0xe0 && (b >> 16) & (b >> 17) & (b >> 30) & (b >> 31) & 1;
  if (set == &instructionsAvx2) return avx2;
  if (set == &instructionsAvx512) return avx512;
  if (set == &instructionsAvx512Vnni) return avx512 && (c >> 11) & 1;
  return avx2 && leaves >= 1 && __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a >> 4) & 1;
}

#elif defined(__aarch64__)

#pragma clang attribute push(__attribute__((target("dotprod"))), apply_to = function)
#define NAME(x) x##Dot
#define NAME_TEXT "neon-dotprod"
#define LANES 4
#define VECTORS 4
#define MAX_ROWS 6
#define STEP 4
#define UNSIGNED 0
#define Weights int8x16_t
#define loadWeights(from) vld1q_s8((const int8_t *)(from))
#define addProducts(sums, weights, word) vdotq_s32((int32x4_t)(sums), weights, vreinterpretq_s8_s32(vdupq_n_s32(word)))
#include "transformer.h"
#pragma clang attribute pop

static const InstructionSet *const SETS[] = {&instructionsDot};

static int has(const InstructionSet *set) {
#if defined(__APPLE__)
  return 1;
#elif defined(__linux__)
  return (getauxval(AT_HWCAP) >> 20) & 1;
#else
  return IsProcessorFeaturePresent(43);
#endif
}

#endif

enum { SET_COUNT = sizeof SETS / sizeof *SETS };
static const InstructionSet *chosen;

static const InstructionSet *best(void) {
  for (size_t i = 0; chosen == NULL && i < SET_COUNT; i++)
    if (has(SETS[i])) chosen = SETS[i];
  return chosen;
}

const char *instructionSet(void) { return best() ? best()->name : NULL; }

int useInstructionSet(const char *name) {
  for (size_t i = 0; i < SET_COUNT; i++)
    if (strcmp(SETS[i]->name, name) == 0 && has(SETS[i])) {
      chosen = SETS[i];
      return 1;
    }
  return 0;
}

#if defined(_WIN32)
int mapFile(const void *path, File *file) {
  HANDLE handle = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  if (handle == INVALID_HANDLE_VALUE) return 0;
  LARGE_INTEGER size = {0};
  HANDLE mapping = GetFileSizeEx(handle, &size) ? CreateFileMappingW(handle, NULL, PAGE_READONLY, 0, 0, NULL) : NULL;
  file->at = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
  file->size = (size_t)size.QuadPart;
  if (mapping) CloseHandle(mapping);
  CloseHandle(handle);
  return file->at != NULL;
}
void unmapFile(File file) { UnmapViewOfFile(file.at); }
#else
int mapFile(const void *path, File *file) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  struct stat about = {0};
  void *at = MAP_FAILED;
  if (fstat(descriptor, &about) == 0 && about.st_size > 0)
    at = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, descriptor, 0);
  close(descriptor);
  *file = (File){at, (size_t)about.st_size};
  return at != MAP_FAILED;
}
void unmapFile(File file) { munmap(file.at, file.size); }
#endif

/** Walks the layout in the order in which src/reader/native-kernel.ts writes it. */
typedef struct {
  const Model *model;
  const int32_t *next, *end;
  const char *reason;
} Walk;

static const void *take(Walk *walk, size_t size) {
  size_t offset = walk->next < walk->end ? (size_t)*walk->next++ : SIZE_MAX;
  for (size_t n = 0; n < walk->model->fileCount; n++) {
    File file = walk->model->files[n];
    if (offset < file.size && size <= file.size - offset) return file.at + offset;
    if (offset < file.size || offset == SIZE_MAX) break;
    offset -= file.size;
  }
  walk->reason = "a tensor lies outside of the model's files";
  return NULL;
}

static Norm takeNorm(Walk *walk) {
  const float *weight = take(walk, WIDTH * 4);
  return (Norm){weight, take(walk, WIDTH * 4)};
}

static Matrix takeMatrix(Walk *walk, size_t rows, size_t inner) {
  const int8_t *weights = take(walk, rows * inner);
  return (Matrix){weights, take(walk, rows * 4), rows, inner};
}

/** Packs matrices over the same input as one, each with its difference if the model has differences. */
static Linear takeLinear(Walk *walk, size_t matrices, size_t rows, size_t inner, size_t rank, uint8_t **to, float *staging) {
  const InstructionSet *by = walk->model->instructions;
  Linear linear = {*to, matrices * rows, inner};
  for (size_t n = 0; n < matrices && !walk->reason; n++) {
    Matrix matrix = takeMatrix(walk, rows, inner);
    const float *biases = take(walk, rows * 4);
    Difference difference = {0};
    if (rank > 0) {
      difference.take = takeMatrix(walk, rank, inner);
      difference.give = takeMatrix(walk, rank, rows);
    }
    if (walk->reason) break;
    if (rank > 0) {
      float *scales = staging, *scratch = scales + rows;
      int8_t *weights = (int8_t *)(scratch + (rank + 1) * inner);
      by->addDifference(&matrix, &difference, weights, scales, scratch);
      matrix.weights = weights;
      matrix.scales = scales;
    }
    by->pack(matrix.weights, matrix.scales, biases, rows, inner, *to);
    *to += by->packedSize(rows, inner);
  }
  return linear;
}

Model *loadModel(File *files, size_t fileCount, Shape shape, Layout layout, const char **reason) {
  size_t inner = shape.inner;
  Model *model = calloc(1, sizeof *model);
  size_t widest = inner > WIDTH ? inner : WIDTH;
  float *staging = malloc(widest * 4 + (shape.rank + 1) * widest * 4 + widest * WIDTH);
  if (model) {
    model->references = 1;
    model->fileCount = fileCount;
    memcpy(model->files, files, fileCount * sizeof *files);
    model->instructions = best();
    const InstructionSet *by = model->instructions;
    size_t perLayer = by->packedSize(4 * WIDTH, WIDTH) + by->packedSize(inner, WIDTH) + by->packedSize(WIDTH, inner);
    model->memory = malloc(shape.layerCount * perLayer + LINE);
    model->packed = (uint8_t *)(((uintptr_t)model->memory + LINE - 1) / LINE * LINE);
  }
  if (!model || !staging || !model->memory) {
    *reason = "memory is short";
    if (model) releaseModel(model);
    else for (size_t n = 0; n < fileCount; n++) unmapFile(files[n]);
    free(staging);
    return NULL;
  }
  model->layerCount = shape.layerCount;
  model->inner = inner;
  model->vocabulary = shape.vocabulary;
  model->maxTokens = shape.maxTokens;
  model->partCount = shape.partCount;
  model->epsilon = shape.epsilon;
  Walk walk = {model, layout.offsets, layout.offsets + layout.count, NULL};
  model->tokens = take(&walk, shape.vocabulary * WIDTH);
  model->tokenScales = take(&walk, shape.vocabulary * 4);
  model->positions = take(&walk, shape.maxTokens * WIDTH * 4);
  if (shape.partCount > 0) model->parts = take(&walk, shape.partCount * WIDTH * 4);
  model->start = takeNorm(&walk);
  uint8_t *to = model->packed;
  for (size_t n = 0; n < shape.layerCount && !walk.reason; n++) {
    Layer *layer = &model->layers[n];
    layer->queryKeyValue = takeLinear(&walk, 3, WIDTH, WIDTH, shape.rank, &to, staging);
    layer->mix = takeLinear(&walk, 1, WIDTH, WIDTH, shape.rank, &to, staging);
    layer->afterMix = takeNorm(&walk);
    layer->up = takeLinear(&walk, 1, inner, WIDTH, shape.rank, &to, staging);
    layer->down = takeLinear(&walk, 1, WIDTH, inner, shape.rank, &to, staging);
    layer->afterDown = takeNorm(&walk);
  }
  free(staging);
  if (!walk.reason) return model;
  *reason = walk.reason;
  releaseModel(model);
  return NULL;
}

void retainModel(Model *model) { atomic_fetch_add(&model->references, 1); }

void releaseModel(Model *model) {
  if (atomic_fetch_sub(&model->references, 1) > 1) return;
  for (size_t n = 0; n < model->fileCount; n++) unmapFile(model->files[n]);
  free(model->memory);
  free(model);
}

Shape shapeOf(const Model *model) {
  return (Shape){model->layerCount, model->inner, model->vocabulary, model->maxTokens, model->partCount, 0, model->epsilon};
}

int runModel(const Model *model, const uint16_t *ids, const uint8_t *parts, const uint32_t *lengths, size_t count, int isCoarse, float *to) {
  size_t longest = 0;
  for (size_t n = 0; n < count; n++) longest = lengths[n] > longest ? lengths[n] : longest;
  size_t padded = (longest + 31) / 32 * 32;
  size_t rows = longest * WIDTH * 4, wide = longest * model->inner * 4, terms = longest * 8, scratch = (2 * HEAD + 8) * padded * 4;
  uint8_t *memory = malloc(2 * rows + wide + wide / 2 + terms + scratch);
  if (!memory) return 0;
  Buffers buffers = {
    .x = (float *)memory,
    .added = (float *)(memory + rows),
    .wide = (float *)(memory + 2 * rows),
    .scratch = (float *)(memory + 2 * rows + wide),
    .terms = (float *)(memory + 2 * rows + wide + scratch),
    .isCoarse = isCoarse,
    .quantised = memory + 2 * rows + wide + scratch + terms,
  };
  for (size_t n = 0; n < count; n++, to += WIDTH) {
    model->instructions->forward(model, ids, parts, lengths[n], &buffers, to);
    ids += lengths[n];
    if (parts) parts += lengths[n];
  }
  free(memory);
  return 1;
}
