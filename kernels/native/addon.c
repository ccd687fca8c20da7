#define NAPI_VERSION 8
#include "model.h"
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  Model *model;
  uint16_t *ids;
  uint8_t *parts;
  uint32_t *lengths;
  size_t count;
  bool isCoarse;
  float *vectors;
  int succeeded;
  napi_deferred deferred;
  napi_async_work work;
} Job;

typedef struct {
  File files[2];
  uint32_t fileCount;
  Shape shape;
  int32_t *offsets;
  size_t offsetCount;
  Model *model;
  const char *reason;
  napi_deferred deferred;
  napi_async_work work;
} Loading;

static napi_value fail(napi_env env, const char *reason) {
  napi_throw_range_error(env, NULL, reason);
  return NULL;
}

#define ARGUMENTS(expected)                                                                          \
  napi_value argument[expected];                                                                     \
  size_t argumentCount = expected;                                                                   \
  if (napi_get_cb_info(env, info, &argumentCount, argument, NULL, NULL) != napi_ok || argumentCount != expected) \
    return fail(env, "wrong number of arguments");

static void *elements(napi_env env, napi_value value, napi_typedarray_type type, size_t *count) {
  napi_typedarray_type actual;
  void *data = NULL;
  *count = 0;
  if (napi_get_typedarray_info(env, value, &actual, count, &data, NULL, NULL) != napi_ok || actual != type) return NULL;
  return data;
}

static void *copyOf(const void *from, size_t bytes) {
  void *copy = malloc(bytes ? bytes : 1);
  if (copy && bytes) memcpy(copy, from, bytes);
  return copy;
}

static void reject(napi_env env, napi_deferred deferred, const char *reason) {
  napi_value message, error;
  napi_create_string_utf8(env, reason, NAPI_AUTO_LENGTH, &message);
  napi_create_range_error(env, NULL, message, &error);
  napi_reject_deferred(env, deferred, error);
}

static void forgetModel(napi_env env, void *model, void *hint) { releaseModel(model); }

static void freeLoading(Loading *loading) {
  while (loading->fileCount > 0) unmapFile(loading->files[--loading->fileCount]);
  free(loading->offsets);
  free(loading);
}

static void executeLoading(napi_env env, void *data) {
  Loading *loading = data;
  loading->model = loadModel(loading->files, loading->fileCount, loading->shape, (Layout){loading->offsets, loading->offsetCount}, &loading->reason);
  // The model took the files over.
  loading->fileCount = 0;
}

static void completeLoading(napi_env env, napi_status status, void *data) {
  Loading *loading = data;
  napi_value external;
  if (loading->model && napi_create_external(env, loading->model, forgetModel, NULL, &external) == napi_ok) {
    napi_resolve_deferred(env, loading->deferred, external);
  } else {
    if (loading->model) releaseModel(loading->model);
    reject(env, loading->deferred, loading->reason ? loading->reason : "no handle");
  }
  napi_delete_async_work(env, loading->work);
  freeLoading(loading);
}

/** load(paths: string[], shape: Int32Array, epsilon: number, offsets: Int32Array): a promise of a model, whose weights are packed on a thread of the pool */
static napi_value load(napi_env env, napi_callback_info info) {
  ARGUMENTS(4)
  uint32_t fileCount;
  size_t shapeCount, offsetCount;
  double epsilon;
  const int32_t *shape = elements(env, argument[1], napi_int32_array, &shapeCount);
  const int32_t *offsets = elements(env, argument[3], napi_int32_array, &offsetCount);
  if (napi_get_array_length(env, argument[0], &fileCount) != napi_ok || fileCount < 1 || fileCount > 2) return fail(env, "one or two files");
  if (!shape || shapeCount != 6 || !offsets || napi_get_value_double(env, argument[2], &epsilon) != napi_ok) return fail(env, "no shape, offsets or epsilon");
  for (size_t i = 0; i < shapeCount; i++)
    if (shape[i] < 0 || shape[i] > 1 << 20) return fail(env, "shape out of range");
  // Narrower layers would not fit query, key and value into the buffers; wider ones overflow 32-bit sums.
  if (shape[0] < 1 || shape[0] > 12 || shape[1] < 3 * WIDTH || shape[1] > 2048 || shape[1] % 96 != 0 || !instructionSet()) return fail(env, "shape not supported");
  Loading *loading = calloc(1, sizeof *loading);
  if (!loading) return fail(env, "memory is short");
  loading->shape = (Shape){shape[0], shape[1], shape[2], shape[3], shape[4], shape[5], (float)epsilon};
  loading->offsets = copyOf(offsets, offsetCount * 4);
  loading->offsetCount = offsetCount;
  for (uint32_t n = 0; n < fileCount; n++) {
    napi_value path;
    char16_t text[4096];
    size_t length;
#if defined(_WIN32)
    int isPath = napi_get_element(env, argument[0], n, &path) == napi_ok && napi_get_value_string_utf16(env, path, text, 4096, &length) == napi_ok && length < 4095;
#else
    int isPath = napi_get_element(env, argument[0], n, &path) == napi_ok && napi_get_value_string_utf8(env, path, (char *)text, sizeof text, &length) == napi_ok && length < sizeof text - 1;
#endif
    if (!isPath || !mapFile(text, &loading->files[n])) {
      freeLoading(loading);
      return fail(env, "a file of the model cannot be read");
    }
    loading->fileCount++;
  }
  napi_value name, promise;
  if (!loading->offsets || napi_create_string_utf8(env, "souvenir", NAPI_AUTO_LENGTH, &name) != napi_ok ||
      napi_create_async_work(env, NULL, name, executeLoading, completeLoading, loading, &loading->work) != napi_ok) {
    freeLoading(loading);
    return fail(env, "memory is short");
  }
  if (napi_create_promise(env, &loading->deferred, &promise) == napi_ok && napi_queue_async_work(env, loading->work) == napi_ok) return promise;
  napi_delete_async_work(env, loading->work);
  freeLoading(loading);
  return fail(env, "the work could not be queued");
}

static void freeJob(Job *job) {
  if (job->model) releaseModel(job->model);
  free(job->ids);
  free(job->parts);
  free(job->lengths);
  free(job->vectors);
  free(job);
}

static void execute(napi_env env, void *data) {
  Job *job = data;
  job->succeeded = runModel(job->model, job->ids, job->parts, job->lengths, job->count, job->isCoarse, job->vectors);
}

static void complete(napi_env env, napi_status status, void *data) {
  Job *job = data;
  napi_value buffer, value = NULL;
  void *memory;
  size_t bytes = job->count * WIDTH * 4;
  if (status == napi_ok && job->succeeded && napi_create_arraybuffer(env, bytes, &memory, &buffer) == napi_ok &&
      napi_create_typedarray(env, napi_float32_array, job->count * WIDTH, buffer, 0, &value) == napi_ok) {
    memcpy(memory, job->vectors, bytes);
    napi_resolve_deferred(env, job->deferred, value);
  } else {
    reject(env, job->deferred, "memory is short");
  }
  napi_delete_async_work(env, job->work);
  freeJob(job);
}

/** run(model, ids: Uint16Array, parts: Uint8Array, lengths: Uint32Array, isCoarse: boolean): a promise of their vectors, one after another. `parts` is empty for a model without parts. */
static napi_value run(napi_env env, napi_callback_info info) {
  ARGUMENTS(5)
  void *model;
  bool isCoarse;
  size_t idCount, partCount, count, tokens = 0;
  if (napi_get_value_external(env, argument[0], &model) != napi_ok) return fail(env, "not a model");
  if (napi_get_value_bool(env, argument[4], &isCoarse) != napi_ok) return fail(env, "neither coarse nor exact");
  const uint16_t *ids = elements(env, argument[1], napi_uint16_array, &idCount);
  const uint8_t *parts = elements(env, argument[2], napi_uint8_array, &partCount);
  const uint32_t *lengths = elements(env, argument[3], napi_uint32_array, &count);
  Shape shape = shapeOf(model);
  if ((idCount && !ids) || (partCount && !parts) || !lengths) return fail(env, "an array of the wrong type");
  for (size_t n = 0; n < count; n++) {
    if (lengths[n] < 1 || lengths[n] > shape.maxTokens) return fail(env, "a sequence is empty or too long");
    tokens += lengths[n];
  }
  if (tokens != idCount || (partCount != 0 && partCount != idCount)) return fail(env, "lengths do not add up");
  for (size_t i = 0; i < idCount; i++)
    if (ids[i] >= shape.vocabulary) return fail(env, "unknown token");
  for (size_t i = 0; i < partCount; i++)
    if (parts[i] >= shape.partCount) return fail(env, "unknown part");

  Job *job = calloc(1, sizeof *job);
  if (!job) return fail(env, "memory is short");
  job->count = count;
  job->isCoarse = isCoarse;
  job->ids = copyOf(ids, idCount * 2);
  job->parts = partCount ? copyOf(parts, partCount) : NULL;
  job->lengths = copyOf(lengths, count * 4);
  job->vectors = malloc(count * WIDTH * 4 + 1);
  napi_value name, promise;
  if (!job->ids || (partCount && !job->parts) || !job->lengths || !job->vectors ||
      napi_create_string_utf8(env, "souvenir", NAPI_AUTO_LENGTH, &name) != napi_ok ||
      napi_create_async_work(env, NULL, name, execute, complete, job, &job->work) != napi_ok) {
    freeJob(job);
    return fail(env, "memory is short");
  }
  retainModel(model);
  job->model = model;
  if (napi_create_promise(env, &job->deferred, &promise) == napi_ok && napi_queue_async_work(env, job->work) == napi_ok) return promise;
  napi_delete_async_work(env, job->work);
  freeJob(job);
  return fail(env, "the work could not be queued");
}

/** instructionSet(name?: string): the one in use, after a change to the named one if the processor has it */
static napi_value instructionSetInUse(napi_env env, napi_callback_info info) {
  napi_value argument, value;
  size_t count = 1, length;
  char name[32];
  if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) == napi_ok && count == 1 &&
      napi_get_value_string_utf8(env, argument, name, sizeof name, &length) == napi_ok && !useInstructionSet(name))
    return fail(env, "this processor lacks the instruction set");
  const char *inUse = instructionSet();
  if (!inUse) napi_get_undefined(env, &value);
  else napi_create_string_utf8(env, inUse, NAPI_AUTO_LENGTH, &value);
  return value;
}

NAPI_MODULE_INIT() {
  napi_property_descriptor properties[] = {
    {"load", NULL, load, NULL, NULL, NULL, napi_enumerable, NULL},
    {"run", NULL, run, NULL, NULL, NULL, napi_enumerable, NULL},
    {"instructionSet", NULL, instructionSetInUse, NULL, NULL, NULL, napi_enumerable, NULL},
  };
  napi_define_properties(env, exports, sizeof properties / sizeof *properties, properties);
  return exports;
}
