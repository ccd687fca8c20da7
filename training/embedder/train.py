"""Trains the two models that natural talk is found with, on chats written for it.
usage: python training/embedder/train.py base=FOLDER teacher=FILE out=FOLDER
1. A teacher of twelve layers (`teacher`: e5-small-v2 as ONNX) learns to read a question together with a turn, the turn before it and what was
   said of the matter later, and to tell the turns that answer from the others of their chat.
2. The reader (reader.bin), four layers, follows it.
3. The sentence model (model.bin) learns to find the right turn among all of its chat by cosine and to have no turn near where none answers;
   it follows the teacher's order, is held to embed-2's vectors, and is mixed with a fifth of where it began.
`base` holds model.bin and model.json of souvenir-embed-2, whose layers both begin with; tokens, positions and the first norm stay those of
assets/model.bin, which both share. The stories of the writers in HELD are not read: what is fitted or
chosen by hand is judged by them (held.npz has their cosines, for training/recall/fit.py)."""
import glob, json, math, os, random, re, sys, unicodedata
import numpy as np, onnx, torch, torch.nn as nn, torch.nn.functional as F
from onnx import numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__)); ROOT = os.path.join(HERE, '..', '..')
ARGS = dict(each.split('=', 1) for each in sys.argv[1:])
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
EPOCHS, RATE, TEMPERATURE, STORIES_A_STEP, OTHER_CHATS, SILENCE, BLEND = 16, 1e-4, 0.05, 8, 0.1, 1.0, 0.2
CLS, SEP, COLON = 101, 102, 1024
TAUGHT = 0.5  # what the teacher's order counts beside the labels, for the sentence model
MOST = dict(question=28, before=20, turn=64, later=40)  # tokens that the reader reads of each
LENGTH = 20  # vectors have this length before the reader's last matrices
HELD = {'de', 'en-w1', 'en-w3', 'en-w7', 'pt'}
VOCAB = {word: n for n, word in enumerate(open(os.path.join(ROOT, 'assets/vocab.txt'), encoding='utf8').read().split('\n')[:30522])}


def words(text):
    out, word = [], ''
    for ch in unicodedata.normalize('NFD', text.lower()):
        cat, cp = unicodedata.category(ch), ord(ch)
        if cat == 'Mn' or cp in (0, 0xFFFD) or (cat in ('Cc', 'Cf') and ch not in '\t\n\r'): continue
        alone = cat.startswith('P') or 33 <= cp <= 47 or 58 <= cp <= 64 or 91 <= cp <= 96 or 123 <= cp <= 126 or 0x3400 <= cp <= 0x4DBF or 0x4E00 <= cp <= 0x9FFF or 0xF900 <= cp <= 0xFAFF or 0x20000 <= cp <= 0x2CEAF
        if ch.isspace() or cat == 'Zs' or alone:
            if word: out.append(word)
            word = ''
            if alone: out.append(ch)
        else: word += ch
    return out + [word] if word else out


def pieces(text):
    ids = []
    for word in words(text):
        piece, at = [], 0
        while at < len(word) and len(word) <= 100:
            end = next((e for e in range(len(word), at, -1) if ('##' if at else '') + word[at:e] in VOCAB), None)
            if end is None: break
            piece.append(VOCAB[('##' if at else '') + word[at:end]]); at = end
        ids += piece if at == len(word) else [VOCAB['[UNK]']]
    return ids


def weights_of(folder):
    spec = json.load(open(os.path.join(folder, 'model.json'))); blob = open(os.path.join(folder, 'model.bin'), 'rb').read()
    def tensor(name):
        t = spec['tensors'][name]; n = int(np.prod(t['shape']))
        if t['type'] == 'f32': return torch.tensor(np.frombuffer(blob, '<f4', n, t['offset']).reshape(t['shape']).copy())
        rows = np.frombuffer(blob, np.int8, n, t['offset']).reshape(t['shape']).astype(np.float32)
        return torch.tensor(rows * np.frombuffer(blob, '<f4', t['shape'][0], t['scales'])[:, None])
    return {name: tensor(name) for name in spec['tensors']}


def weights_of_onnx(path):
    """The weights of a BERT exported to ONNX, under our names; matrices are found by the node that multiplies with them."""
    graph = onnx.load(path).graph; held = {each.name: each for each in graph.initializer}; get = lambda name: torch.tensor(numpy_helper.to_array(held[name]).astype(np.float32))
    parts = {'attention.self.query': 'query', 'attention.self.key': 'key', 'attention.self.value': 'value', 'attention.output.dense': 'mix', 'intermediate.dense': 'up', 'output.dense': 'down'}
    norms = {'attention.output.LayerNorm': 'afterMix', 'output.LayerNorm': 'afterDown'}
    out = {'tokens': get('embeddings.word_embeddings.weight'), 'positions': get('embeddings.position_embeddings.weight') + get('embeddings.token_type_embeddings.weight')[0], 'start.weight': get('embeddings.LayerNorm.weight'), 'start.bias': get('embeddings.LayerNorm.bias')}
    for node in graph.node:
        place = re.match(r'/encoder/layer\.(\d+)/(.*)/MatMul$', node.name)
        if place and place[2].replace('/', '.') in parts and node.input[1] in held: out[f"layers.{place[1]}.{parts[place[2].replace('/', '.')]}.weight"] = get(node.input[1]).T.contiguous()
    for name in held:
        place = re.match(r'encoder\.layer\.(\d+)\.(.*)\.(weight|bias)$', name)
        if place and place[2] in {**parts, **norms}: out[f'layers.{place[1]}.{ {**parts, **norms}[place[2]]}.{place[3]}'] = get(name)
    return out


class Layer(nn.Module):
    def __init__(self, w, at):
        super().__init__()
        for name in ('query', 'key', 'value', 'mix', 'up', 'down'):
            linear = nn.Linear(*reversed(w[f'{at}{name}.weight'].shape)); linear.weight.data, linear.bias.data = w[f'{at}{name}.weight'].clone(), w[f'{at}{name}.bias'].clone()
            setattr(self, name, linear)
        for name in ('afterMix', 'afterDown'):
            norm = nn.LayerNorm(384, eps=1e-12); norm.weight.data, norm.bias.data = w[f'{at}{name}.weight'].clone(), w[f'{at}{name}.bias'].clone()
            setattr(self, name, norm)

    def forward(self, x, mask):
        batch, length, _ = x.shape; drop = 0.1 if self.training else 0.0
        heads = lambda linear: linear(x).view(batch, length, 12, 32).transpose(1, 2)
        a = F.scaled_dot_product_attention(heads(self.query), heads(self.key), heads(self.value), attn_mask=mask, dropout_p=drop)
        x = self.afterMix(x + F.dropout(self.mix(a.transpose(1, 2).reshape(batch, length, 384)), drop))
        return self.afterDown(x + F.dropout(self.down(F.gelu(self.up(x))), drop))


class Model(nn.Module):
    def __init__(self, w):
        super().__init__()
        self.tokens = nn.Embedding.from_pretrained(w['tokens'], freeze=True)
        self.positions = nn.Parameter(w['positions'].clone(), requires_grad=False)
        self.start = nn.LayerNorm(384, eps=1e-12); self.start.weight.data, self.start.bias.data = w['start.weight'].clone(), w['start.bias'].clone(); self.start.requires_grad_(False)
        self.layers = nn.ModuleList(Layer(w, f'layers.{n}.') for n in range(len({name.split('.')[1] for name in w if name.startswith('layers.')})))

    def forward(self, ids, parts=0):
        mask = ids != 0; x = F.dropout(self.start(self.tokens(ids) + self.positions[:ids.shape[1]] + parts), 0.1 if self.training else 0.0)
        for layer in self.layers: x = layer(x, mask[:, None, None, :])
        return (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)


def vectors(model, ids):
    with torch.autocast(DEVICE, torch.bfloat16): return F.normalize(model(ids).float(), dim=-1)


def padded(rows, length):
    out = torch.zeros(len(rows), length, dtype=torch.long)
    for n, row in enumerate(rows): out[n, :min(length, len(row))] = torch.tensor(row[:length])
    return out.to(DEVICE)


def read(path):
    story = json.load(open(path, encoding='utf8')); turns = [turn for session in story['sessions'] for turn in session['turns']]
    at = {turn['id']: n for n, turn in enumerate(turns)}
    story['said'] = [pieces(turn['speaker']) + [COLON] + pieces(turn['text'][:1500]) for turn in turns]; story['session'] = [n for n, session in enumerate(story['sessions']) for _ in session['turns']]
    story['turns'] = padded([[CLS] + said[:126] + [SEP] for said in story['said']], 128)
    asked = story['questions'] + story['english']; story['asked'] = asked; story['words'] = [pieces(question['text']) for question in asked]
    story['ids'] = padded([[CLS] + pieces(question['text'])[:62] + [SEP] for question in asked], 64)
    story['right'], story['stale'] = (torch.zeros(len(asked), len(turns), dtype=torch.bool, device=DEVICE) for _ in range(2))
    for n, question in enumerate(asked): story['right'][n, [at[turn] for turn in question['current']]] = True; story['stale'][n, [at[turn] for turn in question['stale']]] = True
    return story


def train(stories, start, teacher, taught):
    torch.manual_seed(0); random.seed(0)
    model, sure = Model(start).to(DEVICE), nn.Parameter(torch.tensor([12.0, 0.45], device=DEVICE))
    optimiser = torch.optim.AdamW([{'params': [p for p in model.parameters() if p.requires_grad]}, {'params': [sure], 'lr': 1e-2, 'weight_decay': 0}], lr=RATE, weight_decay=0.01)
    steps = EPOCHS * math.ceil(len(stories) / STORIES_A_STEP)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: min(1, (n + 1) / 40) * max(0.02, 1 - n / steps))
    guide = Model(teacher).to(DEVICE).eval()
    with torch.no_grad(): before = {story['story']: (vectors(guide, story['turns']), vectors(guide, story['ids'])) for story in stories}
    model.train()
    for _ in range(EPOCHS):
        order = random.sample(stories, len(stories))
        for first in range(0, len(order), STORIES_A_STEP):
            some = order[first:first + STORIES_A_STEP]
            turns, asked = vectors(model, torch.cat([s['turns'] for s in some])), vectors(model, torch.cat([s['ids'] for s in some]))
            right = torch.block_diag(*[s['right'].float() for s in some]) > 0
            own = torch.block_diag(*[torch.ones_like(s['right'], dtype=torch.float) for s in some]) > 0
            cosine = asked @ turns.T; odds = cosine / TEMPERATURE; has = right.any(1)
            found = torch.logsumexp(odds.masked_fill(~right, -1e4), 1)
            loss = -(found - torch.logsumexp(odds.masked_fill(~own, -1e4), 1))[has].mean() - OTHER_CHATS * (found - torch.logsumexp(odds, 1))[has].mean()
            loss = loss + sum((1 - (torch.cat([before[s['story']][n] for s in some]) * now).sum(-1)).mean() for n, now in enumerate((turns, asked)))
            order = torch.block_diag(*[taught[s['story']] for s in some]).masked_fill(~own, -1e4)
            loss = loss + TAUGHT * F.kl_div(F.log_softmax(odds.masked_fill(~own, -1e4), 1), F.softmax(order, 1), reduction='batchmean')
            best = cosine.masked_fill(~own, -1).max(1).values
            loss = loss + SILENCE * F.binary_cross_entropy_with_logits(sure[0] * (best - sure[1]), has.float(), pos_weight=torch.tensor(0.25, device=DEVICE))
            optimiser.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0); optimiser.step(); schedule.step()
    mixed, first = model.state_dict(), Model(start).to(DEVICE).state_dict()
    model.load_state_dict({name: (1 - BLEND) * mixed[name] + BLEND * first[name] for name in mixed}); return model.eval()


def changing(model, stories):
    """A logistic regression that reads from a question's vector whether it asks for something that changes."""
    asked = [(story, n) for story in stories for n, question in enumerate(story['asked']) if question['kind'] != 'unanswerable']
    with torch.no_grad(): by = {story['story']: vectors(model, story['ids']).double() for story in stories}
    x = torch.stack([by[story['story']][n] for story, n in asked]); y = torch.tensor([story['asked'][n]['kind'] == 'updated' for story, n in asked], dtype=torch.double, device=DEVICE)
    w = torch.zeros(385, dtype=torch.double, device=DEVICE, requires_grad=True); optimiser = torch.optim.LBFGS([w], max_iter=200)
    def closure():
        optimiser.zero_grad(); loss = F.binary_cross_entropy_with_logits(x @ w[:-1] + w[-1], y, reduction='sum') + w[:-1] @ w[:-1]; loss.backward(); return loss
    optimiser.step(closure); w = w.detach().cpu().tolist()
    return {'bias': round(w[-1], 4), 'weights': [round(each, 4) for each in w[:-1]]}


class Reader(nn.Module):
    """Layers over a question, a turn with the one before it, and what came later, told apart by `parts`."""
    def __init__(self, w):
        super().__init__(); self.trunk = Model(w); self.parts = nn.Parameter(torch.zeros(3, 384)); self.answers = nn.Linear(384, 1)

    def forward(self, rows):
        length = (max(len(ids) for ids, _ in rows) + 7) // 8 * 8; parts = padded([part for _, part in rows], length)
        with torch.autocast(DEVICE, torch.bfloat16): x = self.trunk(padded([ids for ids, _ in rows], length), self.parts[parts])
        return self.answers(LENGTH * F.normalize(x.float(), dim=-1)).squeeze(-1)


def sequence(story, question, turn):
    beside = turn > 0 and story['session'][turn - 1] == story['session'][turn]; later = story['near'][question][turn + 2:]
    texts = [(0, story['words'][question][:MOST['question']])] + ([(1, story['said'][turn - 1][:MOST['before']])] if beside else []) + [(1, story['said'][turn][:MOST['turn']])]
    if len(later): texts.append((2, story['said'][turn + 2 + int(np.argmax(later))][:MOST['later']]))
    return [CLS] + [each for _, ids in texts for each in ids + [SEP]], [0] + [part for part, ids in texts for _ in range(len(ids) + 1)]


def train_reader(stories, start, epochs, rate, questions_a_step, taught=None, others=9):
    torch.manual_seed(0); random.seed(0); model = Reader(start).to(DEVICE)
    optimiser = torch.optim.AdamW([{'params': [p for name, p in model.named_parameters() if p.requires_grad and not name.startswith('answers')]}, {'params': model.answers.parameters(), 'lr': 4 * rate}], lr=rate, weight_decay=0.01)
    asked = [(story, n) for story in stories for n in range(len(story['asked']))]; steps = epochs * math.ceil(len(asked) / questions_a_step)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: min(1, (n + 1) / 80) * max(0.02, 1 - n / steps)); model.train()
    for _ in range(epochs):
        random.shuffle(asked)
        for first in range(0, len(asked), questions_a_step):
            some = asked[first:first + questions_a_step]; rows, own, wanted = [], [], []
            for place, (story, n) in enumerate(some):
                right, stale = (story[name][n].nonzero().flatten().tolist() for name in ('right', 'stale')); near = [int(t) for t in np.argsort(-story['near'][n]) if t not in right]
                wrong = random.sample(near[:12], min(others - 2, len(near[:12]))) + random.sample(near[12:], min(2, len(near[12:])))
                if stale and not set(stale) & set(wrong): wrong[-1] = random.choice(stale)
                for column, turn in enumerate(random.sample(right, min(1, len(right))) + wrong, 0 if right else 1):
                    rows.append(sequence(story, n, turn)); own.append((place, column)); wanted.append(taught[story['story']][n, turn] if taught else 0.)
            logits = model(rows); at = tuple(torch.tensor(own, device=DEVICE).T); answers = (at[1] == 0).float()
            table = lambda values: torch.full((len(some), others + 1), -1e4, device=DEVICE).index_put(at, values)
            chosen = F.log_softmax(table(logits), 1); has = torch.zeros(len(some), device=DEVICE).index_put((at[0],), answers, accumulate=True) > 0
            loss = -chosen[has, 0].mean() + 0.5 * F.binary_cross_entropy_with_logits(logits, answers)
            if taught: to = torch.stack(wanted); loss = 0.3 * loss + F.kl_div(chosen, F.softmax(table(to), 1), reduction='batchmean') + 0.1 * F.smooth_l1_loss(logits, to)
            optimiser.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0); optimiser.step(); schedule.step()
    return model.eval()


@torch.no_grad()
def read_by(model, stories):
    scores = lambda story, n: model([sequence(story, n, turn) for turn in range(len(story['said']))])
    return {story['story']: torch.stack([scores(story, n) for n in range(len(story['asked']))]) for story in stories}


def quantised(value):
    scales = np.maximum(np.abs(value).max(1) / 127, 1e-8).astype('<f4'); return np.clip(np.round(value / scales[:, None]), -127, 127).astype(np.int8), scales


def write(model, reading, folder):
    spec = json.load(open(os.path.join(ROOT, 'assets/model.json'))); blob = bytearray(open(os.path.join(ROOT, 'assets/model.bin'), 'rb').read())
    def put(at, data): blob[at:at + data.nbytes] = data.tobytes()
    for name, value in model.state_dict().items():
        if not name.startswith('layers.'): continue
        t, value = spec['tensors'][name], value.float().cpu().numpy()
        if t['type'] == 'i8': value, scales = quantised(value); put(t['scales'], scales)
        put(t['offset'], value if t['type'] == 'i8' else value.astype('<f4'))
    spec['readings'] = {'changing': reading}
    open(os.path.join(folder, 'model.bin'), 'wb').write(blob); open(os.path.join(folder, 'model.json'), 'w').write(json.dumps(spec, indent=1) + '\n')


def write_reader(model, folder):
    """What it has of its own; places are counted from the beginning of model.bin."""
    first = os.path.getsize(os.path.join(ROOT, 'assets/model.bin')); blob, tensors = bytearray(), {}
    def put(data): blob.extend(bytes(-len(blob) % 64)); blob.extend(data.tobytes()); return first + len(blob) - data.nbytes
    for name, value in model.state_dict().items():
        value, own = value.float().cpu().numpy(), name.removeprefix('trunk.')
        if name.startswith('trunk.') and not own.startswith('layers.'): continue
        if own.startswith('layers.') and value.ndim == 2: rows, scales = quantised(value); tensors[own] = {'type': 'i8', 'shape': list(value.shape), 'offset': put(rows), 'scales': put(scales)}
        else: tensors[own] = {'type': 'f32', 'shape': list(value.shape), 'offset': put(value.astype('<f4'))}
    open(os.path.join(folder, 'reader.bin'), 'wb').write(blob); open(os.path.join(folder, 'reader.json'), 'w').write(json.dumps({'name': 'souvenir-reader-1', 'tensors': tensors}, indent=1) + '\n')


if __name__ == '__main__':
    os.makedirs(ARGS['out'], exist_ok=True); writer = lambda story: re.sub(r'(?<=\d)[a-c]$|-[ab]$', '', story['story'])
    opened = [read(path) for path in sorted(glob.glob(os.path.join(ROOT, 'bench/stories/open/*.json')))]
    stories = [story for story in opened if writer(story) not in HELD] + [read(path) for path in sorted(glob.glob(os.path.join(HERE, 'chats/*.json')))]
    base, own = weights_of(ARGS['base']), weights_of(os.path.join(ROOT, 'assets'))
    start = {name: (base if name.startswith('layers.') else own)[name] for name in own}
    with torch.no_grad():
        guide = Model(start).to(DEVICE).eval()
        for story in stories: story['near'] = (vectors(guide, story['ids']) @ vectors(guide, story['turns']).T).float().cpu().numpy()
    taught = read_by(train_reader(stories, weights_of_onnx(ARGS['teacher']), 4, 5e-5, 48), stories)
    write_reader(train_reader(stories, start, 11, 2e-4, 96, taught), ARGS['out'])
    model = train(stories, start, base, taught); write(model, changing(model, stories), ARGS['out'])
    with torch.no_grad(): np.savez_compressed(os.path.join(ARGS['out'], 'held.npz'), **{story['story']: (vectors(model, story['ids']) @ vectors(model, story['turns']).T).cpu().numpy().astype(np.float16) for story in opened if writer(story) in HELD})
