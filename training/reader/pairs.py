"""Trains what the reader says of two statements: what the newer does to the older. Its layers stay as they are for all else that it reads; for
pairs they differ by matrices of a low rank, which are added to them when the first pair is read.
usage: python training/reader/pairs.py out=FOLDER [rank=8] [epochs=12]
Reads pairs.jsonl, groups of statements (writer, language, whether they are as said; a statement, and what says it again, makes it untrue, adds to it
and is near but another matter), and the turns of the chats that a later one made outdated. Prints how it does on the writers in PAIRS_HELD and writes
reader.* with it."""
import glob, json, math, os, sys
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
HERE = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, os.path.join(HERE, '..', 'embedder'))
from train import ARGS, D, HELD, LENGTH, PAIRS_HELD, RELATIONS, ROOT, Chats, Model, Reader, paired, quantised, read, said_pairs, told_pairs, weights_of, writer
ASSETS = os.path.join(ROOT, 'assets'); RANK, EPOCHS = int(ARGS.get('rank', 8)), int(ARGS.get('epochs', 12))
SCALE = 0.25  # of what the matrices begin with


class Differs(nn.Module):
    """What a linear layer gives, and what is different for pairs."""
    def __init__(self, linear):
        super().__init__(); self.linear = linear.requires_grad_(False); rows, columns = linear.weight.shape
        self.take, self.give = nn.Parameter(torch.randn(RANK, columns) * SCALE / math.sqrt(RANK)), nn.Parameter(torch.zeros(RANK, rows))

    def forward(self, x): return self.linear(x) + F.linear(F.linear(x, self.take), self.give.T)


def differing(assets):
    model = Reader(weights_of(assets, 'reader')).requires_grad_(False)
    for layer in model.trunk.layers:
        for name in ('query', 'key', 'value', 'mix', 'up', 'down'): setattr(layer, name, Differs(getattr(layer, name)))
    model.relations.requires_grad_(True); nn.init.zeros_(model.relations.weight); nn.init.zeros_(model.relations.bias); return model.to(D)


def differences(model):
    for n, layer in enumerate(model.trunk.layers):
        for name in ('query', 'key', 'value', 'mix', 'up', 'down'): yield f'pairs.layers.{n}.{name}', getattr(layer, name)


def write(model, folder):
    """The reader with what it says of pairs at its end; places are counted from the beginning of model.bin."""
    first = os.path.getsize(os.path.join(ASSETS, 'model.bin')); spec = json.load(open(os.path.join(ASSETS, 'reader.json'))); own = {name: t for name, t in spec['tensors'].items() if not name.startswith(('pairs.', 'relations.'))}
    end = max(t['offset'] + int(np.prod(t['shape'])) * (1 if t['type'] == 'i8' else 4) for t in own.values()); end = max([end, *(t['scales'] + 4 * t['shape'][0] for t in own.values() if 'scales' in t)]); blob = bytearray(open(os.path.join(ASSETS, 'reader.bin'), 'rb').read()[:end - first])
    def put(data): blob.extend(bytes(-len(blob) % 64)); blob.extend(data.tobytes()); return first + len(blob) - data.nbytes
    for name, each in differences(model):
        for part in ('take', 'give'): rows, scales = quantised(getattr(each, part).detach().float().cpu().numpy()); own[f'{name}.{part}'] = {'type': 'i8', 'shape': list(rows.shape), 'offset': put(rows), 'scales': put(scales)}
    for part in ('weight', 'bias'): value = getattr(model.relations, part).detach().cpu().numpy().astype('<f4'); own[f'relations.{part}'] = {'type': 'f32', 'shape': list(value.shape), 'offset': put(value)}
    os.makedirs(folder, exist_ok=True); open(os.path.join(folder, 'reader.bin'), 'wb').write(blob); open(os.path.join(folder, 'reader.json'), 'w').write(json.dumps({**spec, 'tensors': own}, indent=1) + '\n')


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
    model.load_state_dict(kept); model.train()


def train(chats, batch=256, rate=1e-3):
    torch.manual_seed(0); model = differing(ASSETS); near = Model(weights_of(ASSETS)).to(D).eval(); changed, unchanged = said_pairs(chats, near)
    told = [torch.cat(each) for each in zip(*(told_pairs(lambda name: name not in PAIRS_HELD, seed) for seed in range(3)))]; learns = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(learns, lr=rate, weight_decay=0.01); each = math.ceil(len(told[0]) / 3 / batch); steps = EPOCHS * each
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: min(1, (n + 1) / 100) * max(0.02, 1 - n / steps)); model.train()
    for epoch in range(EPOCHS):
        for _ in range(each):
            one = torch.randint(len(told[0]), (batch,), device=D); loss = F.cross_entropy(model(paired(told, one), 'relations'), told[2][one], label_smoothing=0.05)
            one = torch.randint(len(changed[0]), (batch // 8,), device=D); loss = loss - 0.3 * model(paired(changed, one), 'relations').log_softmax(1)[:, 1].mean()
            one = torch.randint(len(unchanged[0]), (batch // 2,), device=D); loss = loss - 0.5 * torch.logsumexp(model(paired(unchanged, one), 'relations').log_softmax(1)[:, 2:], 1).mean()
            optimiser.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(learns, 1.0); optimiser.step(); schedule.step()
        print('epoch', epoch, round(loss.item(), 3), flush=True)
        if epoch % 4 == 3 or epoch == EPOCHS - 1: judged(model, PAIRS_HELD)
    return model


if __name__ == '__main__':
    isHeld = lambda path: writer(os.path.basename(path)[:-5]) in HELD; most = int(ARGS.get('most', 9999))
    paths = [path for path in sorted(glob.glob(os.path.join(ROOT, 'bench/stories/open/*.json'))) if not isHeld(path)] + sorted(glob.glob(os.path.join(ROOT, 'training/embedder/chats/*.json')))
    write(train(Chats([read(path) for path in paths[:most]])), ARGS['out'])
