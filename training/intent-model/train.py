"""Fits the model that reads instructions (assets/intent.bin, assets/intent.json) to the edits in this folder.

It is the package's sentence model with its upper layers trained further, and a matrix that turns a text's vector into four
logits: harmless, override, smuggled, secret. Needs what ../requirements.txt names, and about half an hour on two cores.

    python3 training/intent-model/train.py                leaves out edits/kept-back, writes the assets, scores what was left out
    … out=FOLDER                                          writes there instead; its SHA-256 is printed in any case
    … held=people                                         leaves out these files instead, and writes nothing
    … most=200 epochs=1                                   of each file so many edits, to see whether two runs give the same bytes
    … resume=yes epochs=2 rate=6e-5                       goes on from the assets as they are; mean=yes writes the mean of before and after
"""

import gzip, hashlib, json, os, sys, time, unicodedata
from functools import partial
from pathlib import Path

# Sums in another order are other sums: work is split in the same way whatever the number of cores.
os.environ['XLA_FLAGS'] = os.environ.get('XLA_FLAGS', '') + ' --xla_cpu_multi_thread_eigen=false'
os.environ['NPROC'] = '2'
os.environ['JAX_PLATFORMS'] = 'cpu'

import jax
import jax.numpy as jnp
import numpy as np

HERE = Path(__file__).parent
ASSETS = HERE.parent.parent / 'assets'
INTENTS = {None: 0, 'override': 1, 'smuggled': 2, 'secret': 3}
WIDTHS = (16, 32, 64, 96)  # Texts are padded to one of these many tokens.
LENGTH = 20  # Vectors have this length before the last matrix.
BATCH, DROPOUT, DECAY, SMOOTHING = 24, 0.1, 0.01, 0.04

options = dict(option.split('=') for option in sys.argv[1:])
EPOCHS, RATE = int(options.get('epochs', 5)), float(options.get('rate', 1.5e-4))
HEAD_RATE = 6 * RATE
held = set(options.get('held', 'kept-back').split(','))
trained = int(options.get('layers', 4))
most = int(options['most']) if 'most' in options else None
random = np.random.default_rng(0)

shape = json.loads((ASSETS / 'model.json').read_text())
blob = (ASSETS / 'model.bin').read_bytes()
base = len(blob)
if 'resume' in options:
    shape['tensors'] |= json.loads((ASSETS / 'intent.json').read_text())['tensors']
    blob += (ASSETS / 'intent.bin').read_bytes()
vocabulary = {piece: at for at, piece in enumerate((ASSETS / 'vocab.txt').read_text(encoding='utf8').split('\n')[: shape['vocabulary']])}
heads, width = shape['heads'], shape['width']


def tensor(name):
    spec = shape['tensors'][name]
    count = int(np.prod(spec['shape']))
    if spec['type'] == 'f32':
        return np.frombuffer(blob, '<f4', count, spec['offset']).reshape(spec['shape'])
    rows = np.frombuffer(blob, np.int8, count, spec['offset']).reshape(spec['shape']).astype(np.float32)
    return rows * np.frombuffer(blob, '<f4', spec['shape'][0], spec['scales'])[:, None]


# Texts to token ids, as src/reader/word-piece.ts does it.


def stands_alone(character, category):
    code = ord(character)
    ranges = ((33, 47), (58, 64), (91, 96), (123, 126), (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0xF900, 0xFAFF), (0x20000, 0x2CEAF))
    return category.startswith('P') or any(first <= code <= last for first, last in ranges)


def words(text):
    word = ''
    for character in unicodedata.normalize('NFD', text.lower()):
        category = unicodedata.category(character)
        if category == 'Mn' or character == '\ufffd' or (category in ('Cc', 'Cf') and character not in '\t\n\r'):
            continue
        alone = stands_alone(character, category)
        if not alone and not character.isspace() and not category.startswith('Z'):
            word += character
            continue
        if word:
            yield word
        word = ''
        if alone:
            yield character
    if word:
        yield word


def pieces(word):
    ids, at = [], 0
    while at < len(word) <= 100:
        mark = '##' if at else ''
        end = next((end for end in range(len(word), at, -1) if mark + word[at:end] in vocabulary), None)
        if end is None:
            break
        ids.append(vocabulary[mark + word[at:end]])
        at = end
    return ids if ids and at == len(word) else [vocabulary['[UNK]']]


def token_ids(text):
    ids = [piece for word in words(text) for piece in pieces(word)]
    return [vocabulary['[CLS]']] + ids[: WIDTHS[-1] - 2] + [vocabulary['[SEP]']]


def read(path):
    with (gzip.open if path.suffix == '.gz' else open)(path, 'rt', encoding='utf8') as lines:
        for line in lines:
            edit = json.loads(line)
            ids = token_ids(edit['text'])
            yield {'file': path.name.split('.')[0], 'ids': ids, 'intent': INTENTS[edit['unsafe']], 'width': next(w for w in WIDTHS if len(ids) <= w)}


# The model.


def normalised(x, layer, name):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + shape['epsilon']) * layer[name + '.weight'] + layer[name + '.bias']


def linear(x, layer, name):
    return x @ layer[name + '.weight'].T + layer[name + '.bias']


def through(x, mask, layer):
    count, tokens, _ = x.shape
    split = lambda name: linear(x, layer, name).reshape(count, tokens, heads, -1).transpose(0, 2, 1, 3)
    query, key, value = split('query'), split('key'), split('value')
    scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(width / heads) + (mask[:, None, None, :] - 1) * 1e9
    attended = (jax.nn.softmax(scores, -1) @ value).transpose(0, 2, 1, 3).reshape(count, tokens, -1)
    x = normalised(x + linear(attended, layer, 'mix'), layer, 'afterMix')
    return normalised(x + linear(jax.nn.gelu(linear(x, layer, 'up'), approximate=False), layer, 'down'), layer, 'afterDown')


PARTS = [f'{part}.{kind}' for part in ('query', 'key', 'value', 'mix', 'afterMix', 'up', 'down', 'afterDown') for kind in ('weight', 'bias')]
layers = [{part: jnp.array(tensor(f'layers.{n}.{part}')) for part in PARTS} for n in range(shape['layers'])]
frozen, first_trained = layers[: len(layers) - trained], len(layers) - trained
tokens, positions = tensor('tokens'), tensor('positions')
start = {'start.weight': tensor('start.weight'), 'start.bias': tensor('start.bias')}


@jax.jit
def lower(x, mask):
    for layer in frozen:
        x = through(x, mask, layer)
    return x


def padded(states, size):
    x, mask = np.zeros((len(states), size, width), np.float32), np.zeros((len(states), size), np.float32)
    for row, state in enumerate(states):
        x[row, : len(state)], mask[row, : len(state)] = state, 1
    return x, mask


def batches(edits, most):
    for size in WIDTHS:
        same = [edit for edit in edits if edit['width'] == size]
        yield from ((size, same[at : at + most]) for at in range(0, len(same), most))


def add_states(edits):
    """What the layers that stay as they are make of every text."""
    for size, batch in batches(edits, 64):
        begun = [np.array(normalised(tokens[edit['ids']] + positions[: len(edit['ids'])], start, 'start')) for edit in batch]
        x, mask = padded(begun + [begun[0]] * (64 - len(begun)), size)
        for edit, state in zip(batch, np.array(lower(x, mask)).astype(np.float16)):
            edit['state'] = state[: len(edit['ids'])]


def logits(model, x, mask, key=None):
    def dropped(x, key):
        return x if key is None else x * jax.random.bernoulli(key, 1 - DROPOUT, x.shape) / (1 - DROPOUT)

    keys = [None] * (trained + 1) if key is None else jax.random.split(key, trained + 1)
    for layer, each in zip(model['layers'], keys):
        x = through(dropped(x, each), mask, layer)
    mean = (dropped(x, keys[-1]) * mask[..., None]).sum(1)
    return LENGTH * mean / jnp.linalg.norm(mean, axis=-1, keepdims=True) @ model['head']['weight'] + model['head']['bias']


def loss(model, x, mask, intents, key):
    wanted = jax.nn.one_hot(intents, len(INTENTS)) * (1 - SMOOTHING) + SMOOTHING / len(INTENTS)
    return -(jax.nn.log_softmax(logits(model, x, mask, key), -1) * wanted).sum(-1).mean()


@jax.jit
def step(model, moments, count, x, mask, intents, key, share):
    slope = jax.grad(loss)(model, x, mask, intents, key)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slope)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, moments[1], slope)

    def moved(rate, p, m, v):
        return p - share * rate * (m / (1 - 0.9**count) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-8) + DECAY * p)

    parts = {part: jax.tree.map(partial(moved, rate), model[part], first[part], second[part]) for part, rate in (('layers', RATE), ('head', HEAD_RATE))}
    return parts, (first, second)


def fit(edits):
    head = {'weight': random.normal(0, 0.02, (width, len(INTENTS))), 'bias': np.zeros(len(INTENTS))}
    if 'resume' in options:
        head = {'weight': tensor('intents.weight').T, 'bias': tensor('intents.bias')}
    head = {part: jnp.array(values, jnp.float32) for part, values in head.items()}
    model = {'layers': layers[first_trained:], 'head': head}
    before = model
    moments = jax.tree.map(jnp.zeros_like, (model, model))
    key, count, total = jax.random.PRNGKey(0), 0, None
    for epoch in range(EPOCHS):
        begun = time.time()
        random.shuffle(edits)
        rounds = [each for each in batches(edits, BATCH) if len(each[1]) == BATCH]
        random.shuffle(rounds)
        total = total or EPOCHS * len(rounds)
        for size, batch in rounds:
            count += 1
            key, now = jax.random.split(key)
            x, mask = padded([edit['state'] for edit in batch], size)
            intents = np.array([edit['intent'] for edit in batch])
            model, moments = step(model, moments, count, x, mask, intents, now, min(1, count / 60) * (1 - count / (total + 1)))
        print(f'epoch {epoch + 1} of {EPOCHS}: {time.time() - begun:.0f} s', flush=True)
    return jax.tree.map(lambda old, new: (old + new) / 2, before, model) if 'mean' in options else model


def score(model, edits):
    odds = jax.jit(lambda x, mask: (lambda z: jax.nn.logsumexp(z[:, 1:], -1) - z[:, 0])(logits(model, x, mask)))
    for size, batch in batches(edits, 64):
        x, mask = padded([edit['state'] for edit in batch] + [batch[0]['state']] * (64 - len(batch)), size)
        for edit, value in zip(batch, np.array(odds(x, mask))):
            edit['odds'] = float(value)
    for name in [*sorted(held), 'all']:
        some = [edit for edit in edits if name in ('all', edit['file'])]
        unsafe = np.array([edit['odds'] for edit in some if edit['intent']])
        harmless = np.sort([edit['odds'] for edit in some if not edit['intent']])
        print(name, f'auc {np.mean(np.searchsorted(harmless, unsafe) / len(harmless)):.4f}', end='')
        for refused in (0.01, 0.02, 0.03):
            least = harmless[int((1 - refused) * len(harmless))]
            print(f', {np.mean(unsafe > least):.1%} of the unsafe at {refused:.0%} of the harmless (odds {least:.2f})', end='')
        print()


def write(model):
    """Matrices as bytes with a scale for each row, as in model.bin; places are counted from the beginning of that file."""
    out, tensors = bytearray(), {}

    def put(values):
        out.extend(bytes(-len(out) % 64))
        out.extend(np.ascontiguousarray(values).tobytes())
        return base + len(out) - values.nbytes

    def add(name, values):
        values = np.array(values, '<f4')
        if values.ndim == 1 or name == 'intents.weight':
            tensors[name] = {'type': 'f32', 'shape': values.shape, 'offset': put(values)}
            return
        scales = np.abs(values).max(1) / 127
        rows = np.round(values / scales[:, None]).astype(np.int8)
        tensors[name] = {'type': 'i8', 'shape': values.shape, 'offset': put(rows), 'scales': put(scales.astype('<f4'))}

    for n, layer in enumerate(model['layers']):
        for part, values in layer.items():
            add(f'layers.{first_trained + n}.{part}', values)
    add('intents.weight', model['head']['weight'].T)
    add('intents.bias', model['head']['bias'])
    print('intent.bin', hashlib.sha256(out).hexdigest())
    if 'held' in options or (most and 'out' not in options):
        return
    folder = Path(options.get('out', ASSETS))
    (folder / 'intent.bin').write_bytes(out)
    (folder / 'intent.json').write_text(json.dumps({'name': 'souvenir-intent-1', 'tensors': tensors}, indent=1) + '\n')


everything = [edit for path in sorted((HERE / 'edits').iterdir()) for edit in list(read(path))[:most]]
print(len(everything), 'edits')
add_states(everything)
fitted = fit([edit for edit in everything if edit['file'] not in held])
score(fitted, [edit for edit in everything if edit['file'] in held])
write(fitted)
