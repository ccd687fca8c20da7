#pragma once
#include <stddef.h>
#include <stdint.h>

enum { WIDTH = 384, HEADS = 12, HEAD = 32 };

typedef struct Model Model;

/** Where the tensors are: bytes from the start of the first file, the files one after another; -1 where there is none. */
typedef struct {
  const int32_t *offsets;
  size_t count;
} Layout;

typedef struct {
  size_t layerCount, inner, vocabulary, maxTokens, partCount;
  /** Rank of the differences that are added to each matrix; 0: none. */
  size_t rank;
  float epsilon;
} Shape;

typedef struct {
  uint8_t *at;
  size_t size;
} File;

/** The best instruction set of this processor that the kernel has code for; NULL: none. */
const char *instructionSet(void);
/** Restricts the choice to the set of that name, for tests. Returns 0 if the processor lacks it. */
int useInstructionSet(const char *name);

/** Maps a file into memory; the file must not be overwritten in place while it is mapped. Returns 0 if that fails. `path` is UTF-8, on Windows UTF-16. */
int mapFile(const void *path, File *file);
void unmapFile(File file);

/** Takes over the files. Returns NULL with a reason if the layout does not fit them or memory is short. */
Model *loadModel(File *files, size_t fileCount, Shape shape, Layout layout, const char **reason);
void releaseModel(Model *model);
void retainModel(Model *model);
/** How many tokens a sequence may have, and how many ids and parts there are. */
Shape shapeOf(const Model *model);

/** The unit vectors of sequences of tokens, WIDTH floats each. `parts` may be NULL. A coarse run has
 8 bits of activation instead of 14 where the processor multiplies bytes. Returns 0 if memory is short. */
int runModel(const Model *model, const uint16_t *ids, const uint8_t *parts, const uint32_t *lengths, size_t count, int isCoarse, float *to);
