"""Trains the sentence model further on natural talk: a question must find the turn that answers it among all turns of its chat, and find
nothing where none does.   usage: python training/embedder/train.py base=FOLDER out=FOLDER [folds=yes]
`base` holds model.bin and model.json of souvenir-embed-2 (its layers are where the training starts; tokens, positions and the first norm
stay those of assets/model.bin, which the intent model shares). With folds=yes it also writes left-out.npz: the cosines of every story by a
model that saw none of its writer's stories, which training/recall/fit.py reads."""
import glob, json, math, os, random, re, sys, unicodedata
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__)); ROOT = os.path.join(HERE, '..', '..')
ARGS = dict(each.split('=', 1) for each in sys.argv[1:])
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
EPOCHS, RATE, TEMPERATURE, STORIES_A_STEP, OTHER_CHATS, SILENCE, BLEND = 16, 1e-4, 0.05, 8, 0.1, 1.0, 0.2
CLS, SEP, COLON = 101, 102, 1024
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
        self.layers = nn.ModuleList(Layer(w, f'layers.{n}.') for n in range(4))

    def forward(self, ids):
        mask = ids != 0; x = F.dropout(self.start(self.tokens(ids) + self.positions[:ids.shape[1]]), 0.1 if self.training else 0.0)
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
    story['turns'] = padded([[CLS] + (pieces(turn['speaker']) + [COLON] + pieces(turn['text'][:1500]))[:126] + [SEP] for turn in turns], 128)
    asked = story['questions'] + story['english']; story['asked'] = asked
    story['ids'] = padded([[CLS] + pieces(question['text'])[:62] + [SEP] for question in asked], 64)
    story['right'] = torch.zeros(len(asked), len(turns), dtype=torch.bool, device=DEVICE)
    for n, question in enumerate(asked): story['right'][n, [at[turn] for turn in question['current']]] = True
    return story


def train(stories, start, teacher):
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


def write(model, reading, folder):
    spec = json.load(open(os.path.join(ROOT, 'assets/model.json'))); blob = bytearray(open(os.path.join(ROOT, 'assets/model.bin'), 'rb').read())
    for name, value in model.state_dict().items():
        if not name.startswith('layers.'): continue
        t, value = spec['tensors'][name], value.float().cpu().numpy()
        if t['type'] == 'i8':
            scales = (np.abs(value).max(1) / 127).astype('<f4'); value = np.clip(np.round(value / scales[:, None]), -127, 127).astype(np.int8)
            blob[t['scales']:t['scales'] + scales.nbytes] = scales.tobytes()
        data = value.tobytes() if t['type'] == 'i8' else value.astype('<f4').tobytes()
        blob[t['offset']:t['offset'] + len(data)] = data
    spec['readings'] = {'changing': reading}
    open(os.path.join(folder, 'model.bin'), 'wb').write(blob); open(os.path.join(folder, 'model.json'), 'w').write(json.dumps(spec, indent=1) + '\n')


def left_out(stories, opened, start, teacher, path):
    """Every writer's open stories by a model that saw none of them."""
    writer = lambda story: re.sub(r'(?<=\\d)[a-c]$|-[ab]$', '', story['story']); writers = sorted({writer(story) for story in opened}); out = {}
    for fold in range(3):
        test = writers[fold::3]; model = train([story for story in stories if story not in opened or writer(story) not in test], start, teacher)
        with torch.no_grad():
            for story in opened:
                if writer(story) in test: out[story['story']] = (vectors(model, story['ids']) @ vectors(model, story['turns']).T).cpu().numpy().astype(np.float16)
    np.savez_compressed(path, **out)


if __name__ == '__main__':
    os.makedirs(ARGS['out'], exist_ok=True)
    opened = [read(path) for path in sorted(glob.glob(os.path.join(ROOT, 'bench/stories/open/*.json')))]
    stories = opened + [read(path) for path in sorted(glob.glob(os.path.join(HERE, 'chats/*.json')))]
    teacher, own = weights_of(ARGS['base']), weights_of(os.path.join(ROOT, 'assets'))
    start = {name: (teacher if name.startswith('layers.') else own)[name] for name in own}
    if ARGS.get('folds') == 'yes': left_out(stories, opened, start, teacher, os.path.join(ARGS['out'], 'left-out.npz'))
    model = train(stories, start, teacher); write(model, changing(model, stories), ARGS['out'])
