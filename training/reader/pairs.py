"""Trains what the reader says of two statements: what the newer does to the older. Its layers stay as they are for all else that it reads; for
pairs they differ by matrices of a low rank, which are added to them when the first pair is read.
usage: python training/reader/pairs.py out=FOLDER [rank=12] [epochs=12]
Reads pairs.jsonl, groups of statements (writer, language, whether they are as said; a statement, and what says it again, makes it untrue, adds to it
and is near but another matter), swaps.txt, words of which one in the place of another makes another statement, and the turns of the chats that a later
one made outdated. Prints how it does on the writers in PAIRS_HELD and on every fifth line of the swaps, and writes reader.* with it."""
import csv, glob, json, math, os, random, re, sys, zlib
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
HERE = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, os.path.join(HERE, '..', 'embedder'))
from train import ARGS, CLS, D, HELD, ROOT, SEP, Chats, Model, Reader, compact, pieces, quantised, read, tokens, vectors, weights_of, writer
ASSETS = os.path.join(ROOT, 'assets'); RANK, EPOCHS = int(ARGS.get('rank', 12)), int(ARGS.get('epochs', 12))
SCALE = 0.25  # of what the matrices begin with
RELATIONS = 'same replaces adds unrelated'.split()
PAIRS_HELD = {'w3', 'w8', 'w10', 'p4', 'x4', 'y2', 'z2', 'v6', 'g4', 'q2', 'r1', 's4', 't4', 'o5'}  # writers that nothing learns from
TURNS_HELD = {'a5', 'b3', 'b8', 'c5', 'c6', 'd2', 'f7', 'g6', 'h4', 'h8', 'i3', 'j8', 'k5', 'm6', 'n6', 'x3', 'y6', 'q5', 'r3', 's6', 'u2', 'v7'}  # and of turns.jsonl
NAME = re.compile(r"\b[A-ZÀ-Þ][a-zß-ÿ]{2,}\b")
# Sentences that nothing learns from.
left_out = lambda name: writer(name) in HELD or name in ('own5', 'plain3') or (not name.startswith(('own', 'plain')) and zlib.crc32(name.encode()) % 5 == 0)


def table(name): return list(csv.reader(open(os.path.join(HERE, name), encoding='utf8'), delimiter='\t', quoting=csv.QUOTE_NONE))


def renamed(text, like):
    """A statement told of whom another is about, as far as both begin with a name."""
    one, other = NAME.match(text), NAME.match(like); return text if one is None or other is None else re.sub(rf'\b{one[0]}\b', other[0], text)


def told_pairs(writers, seed=0):
    """An older and a newer statement, and what the newer does to the older, from groups that were written around a statement: said so again, made untrue, added to, and near but another matter."""
    draw = random.Random(seed); groups = [each for each in map(json.loads, open(os.path.join(HERE, 'pairs.jsonl'), encoding='utf8')) if writers(each['writer'])]; rows = []
    for group in groups:
        base, same, replaces, adds, near = (group[name] for name in ('base', 'same', 'replaces', 'adds', 'near')); either = lambda: draw.choice(same); who = draw.choice('Nora Tom Priya Kofi Lena Marc Aiko Rosa Ben Ida Omar Jun user'.split()) + ': '
        like = [each for each in groups if each['lang'] == group['lang'] and each is not group]; others = draw.sample(like, min(2, len(like))); voice = who if group['voice'] == 'said' and draw.random() < 0.6 else ''
        own = [(base, same[0], 0), (same[0], base, 0), (base, same[1], 0), (same[1], base, 0), (same[0], same[1], 0), (same[1], same[0], 0)]
        own += [(older, newer, 1) for newer in replaces for older in (base, *same)] + [(older, newer, 2) for newer in adds for older in (base, either())] + [(adds[0], adds[1], 2)]
        own += [(older, newer, 3) for each in near for older, newer in ((base, each), (either(), each), (each, base))] + [(near[0], near[1], 3), (replaces[0], near[0], 3)] + [(base, other['base'], 3) for other in others]
        # A change of one matter leaves the others as they are, also of the same person.
        own += [(draw.choice((base, *same, *adds)), renamed(draw.choice(other['replaces']), base), 3) for other in others + others]
        rows += [(voice + older, voice + newer, relation) for older, newer, relation in own]
    return tokens((pieces(row[0]) for row in rows), 64), tokens((pieces(row[1]) for row in rows), 64), torch.tensor([row[2] for row in rows], device=D)


def swapped_pairs(isHeld):
    """A statement, or another wording of it, and the same with one word for another: never the same, whatever else."""
    draw = random.Random(0); lines = [line.split() for line in open(os.path.join(HERE, 'swaps.txt'), encoding='utf8')]; among = {word: line for n, line in enumerate(lines) if (n % 5 == 0) == isHeld for word in line}; rows = []
    for group in map(json.loads, open(os.path.join(HERE, 'pairs.jsonl'), encoding='utf8')):
        if group['lang'] != 'en' or (group['writer'] in PAIRS_HELD) != isHeld: continue
        for newer in (group['base'], *group['same'], *group['adds']):
            for found in draw.sample(spots := [each for each in re.finditer(r"[\w+-]+", newer) if each[0] in among], min(2, len(spots))):
                other = newer[:found.start()] + draw.choice([word for word in among[found[0]] if word != found[0]]) + newer[found.end():]
                older = draw.choice([newer, newer, *(() if newer in group['adds'] else (group['base'], *group['same']))]); rows.append((older, other) if draw.random() < 0.5 else (other, older))
    return tokens((pieces(row[0]) for row in rows), 64), tokens((pieces(row[1]) for row in rows), 64)


@torch.no_grad()
def said_pairs(chats, model):
    """Turns with those that made them outdated, by what the questions say; and turns with the nearest before them, of which no question says so."""
    changed, other = [], []
    for story in chats.stories:
        v = vectors(model, chats.turns(story, None)); near = (v @ v.T).cpu().numpy(); first = story['t']
        own = {(old, new) for right, stale in zip(story['right'], story['stale']) for old in np.flatnonzero(stale) for new in np.flatnonzero(right) if old < new}; touched = {old for old, _ in own}
        changed += [(first + old, first + new) for old, new in sorted(own)]; other += [(first + old, first + new) for new in range(len(near)) for old in [n for n in np.argsort(-near[new]) if n < new][:3] if old not in touched]
    return [[chats.said[torch.tensor(side, device=D)][:, :64] for side in zip(*pairs)] for pairs in (changed, other)]


def paired(texts, some): return compact([CLS, texts[0][some], SEP, texts[1][some], SEP], [0, 0, 0, 2, 2])


class Differs(nn.Module):
    """What a linear layer gives, and what is different for pairs."""
    def __init__(self, linear):
        super().__init__(); self.linear = linear.requires_grad_(False); rows, columns = linear.weight.shape
        self.take, self.give = nn.Parameter(torch.randn(RANK, columns) * SCALE / math.sqrt(RANK)), nn.Parameter(torch.zeros(RANK, rows))

    def forward(self, x): return self.linear(x) + F.linear(F.linear(x, self.take), self.give.T)


def differing(assets):
    model = Reader(weights_of(assets, 'reader')).requires_grad_(False); model.relations = nn.Linear(384, len(RELATIONS))
    for layer in model.trunk.layers:
        for name in ('query', 'key', 'value', 'mix', 'up', 'down'): setattr(layer, name, Differs(getattr(layer, name)))
    nn.init.zeros_(model.relations.weight); nn.init.zeros_(model.relations.bias); return model.to(D)


def differences(model):
    for n, layer in enumerate(model.trunk.layers):
        for name in ('query', 'key', 'value', 'mix', 'up', 'down'): yield f'pairs.layers.{n}.{name}', getattr(layer, name)


def append(layers, heads, gone, folder):
    """The reader without the tensors whose names begin with `gone`, and with these after the others; places are counted from the beginning of model.bin."""
    first = os.path.getsize(os.path.join(ASSETS, 'model.bin')); spec = json.load(open(os.path.join(ASSETS, 'reader.json'))); old = open(os.path.join(ASSETS, 'reader.bin'), 'rb').read(); blob, tensors = bytearray(), {}
    def put(data): blob.extend(bytes(-len(blob) % 64)); blob.extend(data); return first + len(blob) - len(data)
    for name, t in spec['tensors'].items():
        if name.startswith(tuple(gone)): continue
        taken = lambda at, length: put(old[at - first:at - first + length]); size = int(np.prod(t['shape'])) * (1 if t['type'] == 'i8' else 4)
        tensors[name] = {**t, 'offset': taken(t['offset'], size), **({'scales': taken(t['scales'], 4 * t['shape'][0])} if 'scales' in t else {})}
    for name, value in layers.items(): rows, scales = quantised(value.detach().float().cpu().numpy()); tensors[name] = {'type': 'i8', 'shape': list(rows.shape), 'offset': put(rows.tobytes()), 'scales': put(scales.tobytes())}
    for name, value in heads.items(): value = value.detach().cpu().numpy().astype('<f4'); tensors[name] = {'type': 'f32', 'shape': list(value.shape), 'offset': put(value.tobytes())}
    os.makedirs(folder, exist_ok=True); open(os.path.join(folder, 'reader.bin'), 'wb').write(blob); open(os.path.join(folder, 'reader.json'), 'w').write(json.dumps({**spec, 'tensors': tensors}, indent=1) + '\n')


def write(model, folder):
    append({f'{name}.{part}': getattr(each, part) for name, each in differences(model) for part in ('take', 'give')}, {f'relations.{part}': getattr(model.relations, part) for part in ('weight', 'bias')}, ('pairs.', 'relations.'), folder)


@torch.no_grad()
def judged(model, writers):
    """As it ships: with rounded differences added to the layers, and those rounded again."""
    model.eval(); kept = {name: value.clone() for name, value in model.state_dict().items()}
    rounded = lambda value: torch.tensor(np.multiply(*(lambda rows, scales: (rows, scales[:, None]))(*quantised(value.float().cpu().numpy()))), device=D, dtype=torch.float)
    for _, each in differences(model): each.linear.weight.copy_(rounded(each.linear.weight + rounded(each.give).T @ rounded(each.take))); each.give.zero_()
    for name in sorted(writers):
        pairs = told_pairs(lambda other: other == name, 1)
        if len(pairs[2]) == 0: continue
        chance = torch.cat([model(paired(pairs, some), 'relations').softmax(1) for some in torch.arange(len(pairs[2]), device=D).split(256)]).cpu().numpy(); y = pairs[2].cpu().numpy()
        print(f'pairs, {name}: {(chance.argmax(1) == y).mean():.3f} of {len(y)} right;', *(f'{RELATIONS[n]} at {least}: {(y[chance[:, n] >= least] == n).mean():.3f} right, {(chance[y == n, n] >= least).mean():.3f} found;' for n in (0, 1) for least in (0.5, 0.8, 0.9, 0.95)), flush=True)
    swapped = swapped_pairs(True); chance = torch.cat([model(paired(swapped, some), 'relations').softmax(1) for some in torch.arange(len(swapped[0]), device=D).split(256)]).cpu().numpy()
    print(f'one word for another, {len(chance)}:', *(f'same at {least}: {(chance[:, 0] >= least).mean():.4f};' for least in (0.5, 0.8, 0.9, 0.95)), flush=True)
    model.load_state_dict(kept); model.train()


def drawn_pairs(each=6):
    """Sentences that rules drew from one chat, two and two: hardly ever does one of them replace or repeat the other."""
    draw = random.Random(0); by_chat = {}; rows = []
    for row in table('worth.tsv'):
        if not left_out(row[0]): by_chat.setdefault(row[0], []).append(row[3])
    for name, told in sorted(by_chat.items()):
        if not name.startswith(('plain', 'own')): rows += [(told[n], told[m]) for m in range(1, len(told)) for n in draw.sample(range(m), min(m, each)) if told[n] != told[m]]
    return tokens((pieces(row[0]) for row in rows), 64), tokens((pieces(row[1]) for row in rows), 64)


def wish_pairs(count=6000):
    """Standing wishes of two writers: hardly ever does one of them replace or repeat the other."""
    draw = random.Random(0); turns = [json.loads(line) for line in open(os.path.join(HERE, 'turns.jsonl'), encoding='utf8')]; wishes = [(turn['writer'], each['text']) for turn in turns if turn['writer'] not in TURNS_HELD for each in turn['sentences'] if each['kind'] == 'directive']
    rows = [(older, newer) for (one, older), (other, newer) in (draw.sample(wishes, 2) for _ in range(count)) if one != other]
    return tokens((pieces(row[0]) for row in rows), 64), tokens((pieces(row[1]) for row in rows), 64)


def train(chats, batch=256, rate=1e-3):
    torch.manual_seed(0); model = differing(ASSETS); near = Model(weights_of(ASSETS)).to(D).eval(); changed, unchanged = said_pairs(chats, near); drawn = drawn_pairs(); wishes = wish_pairs(); swapped = swapped_pairs(False); print(len(drawn[0]), 'drawn', len(swapped[0]), 'swapped', flush=True)
    told = [torch.cat(each) for each in zip(*(told_pairs(lambda name: name not in PAIRS_HELD, seed) for seed in range(3)))]; learns = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(learns, lr=rate, weight_decay=0.01); each = math.ceil(len(told[0]) / 3 / batch); steps = EPOCHS * each
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: min(1, (n + 1) / 100) * max(0.02, 1 - n / steps)); model.train()
    for epoch in range(EPOCHS):
        for _ in range(each):
            drawn_of = [(texts, torch.randint(len(texts[0]), (count,), device=D)) for texts, count in ((told, batch), (changed, batch // 8), (unchanged, batch // 2), (drawn, batch // 2), (wishes, batch // 4), (swapped, batch // 2))]
            wide = lambda texts: F.pad(texts, (0, 64 - texts.shape[1]))
            read = model(paired([torch.cat([wide(texts[side][one]) for texts, one in drawn_of]) for side in (0, 1)], slice(None)), 'relations').split([len(one) for _, one in drawn_of])
            said, was, *others = read; loss = F.cross_entropy(said, told[2][drawn_of[0][1]], label_smoothing=0.05) - 0.3 * was.log_softmax(1)[:, 1].mean()
            for each_read, first in zip(others, (2, 2, 2, 1)): loss = loss - 0.5 * torch.logsumexp(each_read.log_softmax(1)[:, first:], 1).mean()
            optimiser.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(learns, 1.0); optimiser.step(); schedule.step()
        print('epoch', epoch, round(loss.item(), 3), flush=True)
        if epoch % 4 == 3 or epoch == EPOCHS - 1: judged(model, PAIRS_HELD)
    return model


if __name__ == '__main__':
    isHeld = lambda path: writer(os.path.basename(path)[:-5]) in HELD; most = int(ARGS.get('most', 9999))
    paths = [path for path in sorted(glob.glob(os.path.join(ROOT, 'bench/stories/open/*.json'))) if not isHeld(path)] + sorted(glob.glob(os.path.join(ROOT, 'training/embedder/chats/*.json')))
    write(train(Chats([read(path) for path in paths[:most]])), ARGS['out'])
