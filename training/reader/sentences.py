"""Trains what the reader says of a sentence: its kind, whether it lasts, to which field of its speaker's profile it belongs, and whether it stands alone. The reader's layers
stay as they are for all else that it reads; for sentences they differ by matrices of a low rank, as they do for pairs.
usage: python training/reader/sentences.py out=FOLDER [rank=24] [epochs=8] [seed=0] [teachers=0] [resume=alone]
Reads kinds.tsv (chat or writer, kind, who speaks, the end of the turn before, sentence), worth.tsv (of plain sentences, whether they last), alone.tsv (chat,
whether a sentence stands alone, what was said before it, sentence) and turns.jsonl (turns of one writer with their sentences, each
with its kind, whether it lasts, and its field). Prints how it does on the writers left out (TURNS_HELD, and chats of kinds.tsv that nothing learns
from) and, with directives=FILE, how many directives of that file it finds; then writes reader.* with it. With teachers=N, N models are trained first, each from
other random numbers, and the one that ships also learns what they say on average of the sentences of the chats that nobody labelled. With resume=alone only the matrix
that says whether a sentence stands alone is trained (it shipped with epochs=150 rate=3e-3): all else stays as it is in assets."""
import copy, glob, json, math, os, random, re, sys
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from sklearn.metrics import roc_auc_score
HERE = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, os.path.join(HERE, '..', 'embedder'))
from train import ARGS, COLON, D, SEP, CLS, Reader, compact, pieces, quantised, tokens, weights_of
from pairs import ASSETS, TURNS_HELD, Differs, append, left_out, table
EPOCHS, RESUMES = int(ARGS.get('epochs', 8)), ARGS.get('resume') == 'alone'
KINDS = 'fact preference directive plan goal decision result context ability limit surroundings worked failed event question hypothetical quote joke chatter'.split()
FIELDS = 'none name health restrictions people home work languages level gaps goals style preferences'.split()
FLEETING = {'goal', 'context', 'question', 'hypothetical', 'quote', 'joke', 'chatter'}  # kinds that never last
LASTING = {'fact', 'preference', 'directive'}  # kinds of plain sentences that do
HEADS = {'kinds': len(KINDS), 'lasts': 1, 'fields': len(FIELDS), 'alone': 1}


def spoken(rows, isHeard=True):
    """Sentences with who speaks, and the end of the turn before."""
    return tokens((pieces(row[2]) + [COLON] + pieces(row[4]) for row in rows), 64), tokens((pieces(row[3])[-24:] if isHeard else [] for row in rows), 24), torch.tensor([KINDS.index(row[1]) if row[1] else -1 for row in rows], device=D)


def beside(texts, some):
    """A text, and another where there is one."""
    more = texts[1][some]; return compact([CLS, texts[0][some], SEP, more, torch.where(more[:, :1] == 0, 0, SEP).int()], [1, 1, 1, 2, 2])


def preceding(turn, at):
    """What stands before a sentence: the end of the turn before, and its own turn up to it."""
    return f"{turn['before']} {turn['turn'][:at]}".strip()


def labelled():
    """Each sentence as a row of kinds.tsv, with whether it lasts, its field, and whether it stands alone (-1: not said): plain statements do."""
    plain = {row[1].split(': ', 1)[1]: int(row[2]) for row in table('worth.tsv') if row[0].startswith('plain')}
    def lasting(name, kind, text): return 0 if kind in FLEETING else -1 if not name.startswith('plain') else plain.get(text, 1 if kind in LASTING else -1)
    rows = [(row, lasting(row[0], row[1], row[4]), -1, left_out(row[0]), 1 if row[0].startswith('plain') and row[1] in LASTING else -1) for row in table('kinds.tsv')] + [((name, '', 'user', before, text), -1, -1, left_out(name), int(alone)) for name, alone, before, text in table('alone.tsv')]
    for turn in map(json.loads, open(os.path.join(HERE, 'turns.jsonl'), encoding='utf8')):
        at = 0
        for each in turn['sentences']:
            at = turn['turn'].index(each['text'], at); rows.append(((turn['writer'], each['kind'], 'user', preceding(turn, at), each['text']), each['keep'], FIELDS.index(each['field']) if each['keep'] else -1, turn['writer'] in TURNS_HELD, -1)); at += len(each['text'])
    return rows


class Sentences(nn.Module):
    def __init__(self):
        super().__init__(); self.reader = Reader(weights_of(ASSETS, 'reader')).requires_grad_(False)
        for layer in self.reader.trunk.layers:
            for name in ('query', 'key', 'value', 'mix', 'up', 'down'): setattr(layer, name, Differs(getattr(layer, name)))
        self.heads = nn.ModuleDict({name: nn.Linear(384, size) for name, size in HEADS.items()})
        for head in self.heads.values(): nn.init.zeros_(head.weight); nn.init.zeros_(head.bias)

    def resumed(self):
        """As it ships, but for whether a sentence stands alone."""
        was = weights_of(ASSETS, 'reader')
        for name, value in self.named_parameters():
            own = name.removeprefix('heads.').replace('reader.trunk.', 'sentences.')
            if own in was and name.startswith('heads.') | name.endswith(('.take', '.give')): value.data.copy_(was[own])
        return self.requires_grad_(False)

    def forward(self, texts, some):
        x = self.reader.vectors(*beside(texts, some)); return {name: head(x) for name, head in self.heads.items()}


@torch.no_grad()
def rounded(model):
    """As it ships: with rounded differences added to the layers, and those rounded again."""
    near = lambda value: torch.tensor(np.multiply(*(lambda rows, scales: (rows, scales[:, None]))(*quantised(value.float().cpu().numpy()))), device=D, dtype=torch.float)
    for layer in model.reader.trunk.layers:
        for name in ('query', 'key', 'value', 'mix', 'up', 'down'): each = getattr(layer, name); each.linear.weight.copy_(near(each.linear.weight + near(each.give).T @ near(each.take))); each.give.zero_()
    return model.eval()


@torch.no_grad()
def read(model, texts):
    found = [model(texts, some) for some in torch.arange(len(texts[0]), device=D).split(256)]
    return {name: torch.cat([each[name] for each in found]).float().cpu().numpy() for name in HEADS}


def judge(model, rows):
    held = [row for row in rows if row[3]]; got = read(model, spoken([row[0] for row in held])); chance = torch.tensor(got['kinds']).softmax(1).numpy(); y = np.array([KINDS.index(row[0][1]) if row[0][1] else -1 for row in held])
    of = np.array(['alone' if not row[0][1] else 'turns' if row[0][0] in TURNS_HELD else 'plain' if row[0][0].startswith('plain') else 'written' if row[0][0].startswith('own') else 'said' for row in held])
    for group in ('turns', 'said', 'written', 'plain'):
        these = of == group; sure = these & (chance.max(1) >= 0.5)
        print(f'kinds, {group}: {(chance.argmax(1) == y)[these].mean():.3f} of {these.sum()} right; of the {sure.sum() / these.sum():.2f} it is sure of {(chance.argmax(1) == y)[sure].mean():.3f}')
    these = of == 'turns'; lasts, z = np.array([row[1] for row in held])[these], got['lasts'][these, 0]
    print(f'lasts: AUROC {roc_auc_score(lasts, z):.3f};', *(f'at {least}: {lasts[z >= least].mean():.3f} right, {(z >= least)[lasts > 0].mean():.3f} found, {(z >= least)[lasts == 0].mean():.3f} of the others;' for least in (-1, -0.5, 0, 0.5, 1, 1.5, 2)))
    at = (of == 'plain') & (np.array([row[1] for row in held]) >= 0); last, odds = np.array([row[1] for row in held])[at], got['lasts'][at, 0]; print(f'lasts, plain: AUROC {roc_auc_score(last, odds):.3f};', *(f'at {least}: {last[odds >= least].mean():.3f} right, {(odds >= least)[last > 0].mean():.3f} found;' for least in (0, 0.5, 1)))
    fields, f = np.array([row[2] for row in held])[these], got['fields'][these]; kept = lasts > 0
    print(f'fields of what lasts: {(f.argmax(1) == fields)[kept].mean():.3f} of {kept.sum()} right')
    for n, name in enumerate(FIELDS[1:], 1): print(f'  {name}: {((f.argmax(1) == n) & (fields == n)).sum()} of {(f.argmax(1) == n).sum()} right, of {(fields == n).sum()}')
    for name in ('fact', 'preference', 'directive', 'plan', 'limit', 'surroundings', 'event'): n = KINDS.index(name); said = (chance.argmax(1) == n) & (chance[:, n] >= 0.5) & these; print(f'  {name}: {(y[said] == n).sum()} of {said.sum()} right, of {((y == n) & these).sum()}')
    alone, z = np.array([row[4] for row in held]), got['alone'][:, 0]; known = alone >= 0
    print(f'alone: {known.sum()} left out, AUROC {roc_auc_score(alone[known], z[known]):.3f};', *(f'below {most}: {(alone[known][z[known] < most] == 0).mean():.3f} right, {(z < most)[alone == 0].mean():.3f} found, {(z < most)[alone == 1].mean():.3f} of the others;' for most in (-1, -0.5, 0, 0.5, 1)))
    if 'directives' in ARGS:
        turns = [json.loads(line) for line in open(ARGS['directives'], encoding='utf8')]; got = read(model, spoken([('', 'directive', 'user', preceding(turn, turn['turn'].index(turn['text'])), turn['text']) for turn in turns])); chance = torch.tensor(got['kinds']).softmax(1).numpy()[:, KINDS.index('directive')]; is_one = np.array([turn['directive'] for turn in turns])
        print(f'directives: AUROC {roc_auc_score(is_one, chance):.3f};', *(f'at {least}: {(chance >= least)[is_one > 0].mean():.3f} found, {(chance >= least)[is_one == 0].mean():.3f} of the others;' for least in (0.3, 0.5, 0.7, 0.9)))
        both = (chance >= 0.5) & (got['lasts'][:, 0] >= 0); print(f'directives that last: {both[is_one > 0].mean():.3f} found, {both[is_one == 0].mean():.3f} of the others')


def elsewhere(rows):
    """Sentences of five words or more after what somebody else said: what is before them has nothing to do with them."""
    draw = random.Random(0); told = [row[0][3] for row in rows if row[0][3]] + [row[0][4] for row in rows]
    return [(*row[0][:3], draw.choice(told), row[0][4]) if len(row[0][4].split()) > 4 else row[0] for row in rows]


def unlabelled():
    """Sentences of chats that something may learn from, as rows of kinds.tsv: most after what was said before them, some alone or after something else."""
    draw = random.Random(0); rows = []
    for path in sorted(glob.glob(os.path.join(HERE, '..', 'embedder', 'chats', '*.json'))):
        if left_out(name := os.path.basename(path)[:-5]): continue
        before = ''
        for turn in (turn for session in json.load(open(path, encoding='utf8'))['sessions'] for turn in session['turns']):
            who = turn['speaker'] if turn['speaker'] in ('assistant', 'tool') else 'user'; said = ''
            for text in (each.strip() for each in re.split(r'(?<=[.!?…])\s+|\n+', turn['text'])):
                if text and (who == 'user' or draw.random() < 0.4): rows.append((name, 'fact', who, '' if (where := draw.random()) < 0.15 else draw.choice(rows)[4] if where < 0.3 and rows else f'{before} {said}'.strip(), text[:400]))
                said = f'{said} {text}'.strip()
            before = turn['text']
    return rows


@torch.no_grad()
def taught(rows, learnt, teachers):
    """Unlabelled sentences, and what several models say of them on average."""
    texts = spoken(rows_of := unlabelled()); sums = {name: 0 for name in HEADS}
    for seed in range(1, teachers + 1):
        with torch.enable_grad(): model = train(rows, learnt, seed=seed).eval()
        for name, value in read(model, texts).items(): z = torch.tensor(value, device=D); sums[name] = sums[name] + (z.sigmoid() if HEADS[name] == 1 else z.softmax(1)) / teachers
        print('teacher', seed, 'of', teachers, flush=True)
    print(len(rows_of), 'sentences taught', flush=True); return texts, sums


def follow(got, said):
    """How far a model is from what its teachers say; a field counts as far as the sentence lasts."""
    apart = lambda name: -(said[name] * got[name].log_softmax(1)).sum(1)
    return apart('kinds').mean() + sum(F.binary_cross_entropy_with_logits(got[name], said[name]) for name in ('lasts', 'alone')) + 0.7 * (said['lasts'][:, 0] * apart('fields')).mean()


def train(rows, learnt, batch=192, rate=float(ARGS.get('rate', 1e-3)), seed=int(ARGS.get('seed', 0)), teaching=None):
    torch.manual_seed(seed); model = Sentences(); model = (model.resumed() if RESUMES else model).to(D); some = [row for row in rows if learnt(row)]; texts, alone, moved = spoken([row[0] for row in some]), spoken([row[0] for row in some], False), spoken(elsewhere(some))
    lasts, fields, alones = (torch.tensor([row[n] for row in some], device=D) for n in (1, 2, 4))
    model.heads['alone'].requires_grad_(True); learns = [p for p in model.parameters() if p.requires_grad]; optimiser = torch.optim.AdamW(learns, lr=rate, weight_decay=0.02); each = math.ceil(len(some) / batch); steps = EPOCHS * each
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: min(1, (n + 1) / 60) * max(0.02, 1 - n / steps)); model.train()
    for epoch in range(EPOCHS):
        order = torch.randperm(len(some), device=D)
        for chosen in order.split(batch):
            # Some sentences are read without what was said before, or after something else.
            where = torch.rand(1).item(); got = model(alone if where < 0.15 else moved if where < 0.45 else texts, chosen); loss = 0 if RESUMES else F.cross_entropy(got['kinds'], texts[2][chosen], label_smoothing=0.05, ignore_index=-1)
            kept = fields[chosen] >= 0
            for name, said in (('lasts', lasts[chosen]), ('alone', alones[chosen])):
                known = said >= 0
                if known.any(): loss = loss + F.binary_cross_entropy_with_logits(got[name][known, 0], said[known].float() * 0.96 + 0.02)
            if kept.any(): loss = loss + 0.7 * F.cross_entropy(got['fields'][kept], fields[chosen][kept], label_smoothing=0.05)
            if teaching is not None: some_said = torch.randint(len(teaching[0][0]), (2 * batch,), device=D); loss = loss + 2 * follow(model(teaching[0], some_said), {name: said[some_said] for name, said in teaching[1].items()})
            optimiser.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(learns, 1.0); optimiser.step(); schedule.step()
        print('epoch', epoch, round(loss.item(), 3), flush=True)
    return model


if __name__ == '__main__':
    rows = labelled(); print(len(rows), 'sentences,', sum(row[3] for row in rows), 'left out', flush=True)
    learnt = lambda row: not row[3] and (not RESUMES or row[4] >= 0); teachers = int(ARGS.get('teachers', 0)); model = train(rows, learnt, teaching=taught(rows, learnt, teachers) if teachers else None); judge(rounded(copy.deepcopy(model)), rows)
    tensors = {f'sentences.layers.{n}.{name}.{part}': getattr(getattr(layer, name), part) for n, layer in enumerate(model.reader.trunk.layers) for name in ('query', 'key', 'value', 'mix', 'up', 'down') for part in ('take', 'give')}
    heads = {f'{name}.{part}': getattr(head, part) for name, head in model.heads.items() for part in ('weight', 'bias')}
    if RESUMES: tensors, heads = {}, {name: value for name, value in heads.items() if name.startswith('alone.')}
    append(tensors, heads, ('alone.',) if RESUMES else ('sentences.', 'worth.', *(f'{name}.' for name in HEADS)), ARGS['out'])
