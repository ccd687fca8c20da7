"""Trains the two models that natural talk is found with further, on chats written for it.
usage: python training/embedder/train.py out=FOLDER [reader=EPOCHS] [rate=1e-4] [model=EPOCHS]
1. taught.npz holds what a teacher of 1.1 billion weights, which reads a whole chat at once, makes of the questions and turns of 351 chats: teach.py.
2. The sentence model (model.bin) learns to find the right turn among all of its chat by cosine and to have no turn near where none answers.
   A turn comes with the one before it, or in three of ten batches alone. It follows the teacher's order, is held to the vectors of the model it
   began as, and is mixed with a fifth of that; two runs, one with the beginning of the turn before and one with its end, are averaged.
3. The reader (reader.bin), four layers, reads a question with a turn, the turn before it and what was said of the matter later; two small layers
   then compare up to twelve turns read so, in the order of time, with one another and with none of them: which answers, and which says what is
   outdated. It follows the teacher, or the labels of chats that were written after it. For three in ten questions the wrong turns are of other
   chats: its own it learns by heart. Two scripts in training/reader add what it says of a sentence and of two statements.
Both begin as they are in assets, and what is written is the mean of before and after. The stories of the writers in HELD (left-out.json) are not read: what is
fitted or chosen by hand is judged by them (held.npz has their cosines, for training/recall/fit.py)."""
import functools, glob, json, math, os, random, re, sys, unicodedata
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__)); ROOT = os.path.join(HERE, '..', '..')
ARGS = dict(each.split('=', 1) for each in sys.argv[1:])
D = 'cuda' if torch.cuda.is_available() else 'cpu'
CLS, SEP, MASK, COLON, LESS = 101, 102, 103, 1024, 1026
LENGTH = 20  # vectors have this length before the reader's last matrices
MOST, NEAR, FOREIGN = 12, 30, 24  # so many turns are compared; the wrong ones among the right are of so many that are nearest to the question, in its own chat or in others
WIDTH, HEADS = 64, 4  # of the layers that compare
HELD = set(json.load(open(os.path.join(ROOT, 'bench/stories/left-out.json'))))
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


@functools.cache
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


def weights_of(folder, variant=None):
    """The weights of model.*, or with the name of another one what that has of its own in place of the model's."""
    names = ['model', *([variant] if variant else [])]; blob = b''.join(open(os.path.join(folder, name + '.bin'), 'rb').read() for name in names); tensors = {}
    for name in names: tensors.update(json.load(open(os.path.join(folder, name + '.json')))['tensors'])
    def tensor(t):
        n = int(np.prod(t['shape']))
        if t['type'] == 'f32': return torch.tensor(np.frombuffer(blob, '<f4', n, t['offset']).reshape(t['shape']).copy())
        rows = np.frombuffer(blob, np.int8, n, t['offset']).reshape(t['shape']).astype(np.float32)
        return torch.tensor(rows * np.frombuffer(blob, '<f4', t['shape'][0], t['scales'])[:, None])
    return {name: tensor(t) for name, t in tensors.items()}


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


def fit(row, n): return row[:n] + [0] * (n - len(row))


def read(path):
    story = json.load(open(path, encoding='utf8')); turns = [turn for session in story['sessions'] for turn in session['turns']]; at = {turn['id']: n for n, turn in enumerate(turns)}
    said = [pieces(turn['speaker']) + [COLON] + pieces(turn['text'][:1500]) for turn in turns]; session = [n for n, each in enumerate(story['sessions']) for _ in each['turns']]
    asked = story['questions'] + story['english']; right, stale = np.zeros((2, len(asked), len(turns)), bool)
    for n, question in enumerate(asked): right[n, [at[turn] for turn in question['current']]] = True; stale[n, [at[turn] for turn in question['stale']]] = True
    before = [n - 1 if n and session[n - 1] == session[n] else -1 for n in range(len(turns))]
    return dict(name=story['story'], kinds=[question['kind'] for question in asked], right=right, stale=stale, before=np.array(before), said=np.array([fit(each, 126) for each in said], np.int32),
        end=np.array([fit(each[-34:], 34) for each in said], np.int32), asked=np.array([fit(pieces(question['text']), 62) for question in asked], np.int32))


def names(text):
    """Words written large inside a sentence."""
    return {each for each in re.findall(r"(?<=[^.!?\s] )[A-ZÀ-Þ][\w'-]+", text) if not each.startswith("I'")}


def swapped(paths):
    """Of every question that names somebody whom the turn that answers it names too: that turn, told of another one of the chat or of elsewhere, and the question asked about somebody else."""
    draw = random.Random(0); stories = [json.load(open(path, encoding='utf8')) for path in paths]; everybody = sorted({name for story in stories for each in story['questions'] for name in names(each['text'])}); out = {}
    for story in stories:
        turns = {turn['id']: turn for session in story['sessions'] for turn in session['turns']}; own = sorted({name for turn in turns.values() for name in names(turn['text'])}); told = ' '.join(turn['text'] for turn in turns.values()).lower()
        strangers = [name for name in everybody if name.lower() not in told]
        for n, question in enumerate(story['questions'] + story['english']):
            pairs = [(name, turns[turn]) for name in sorted(names(question['text'])) for turn in question['current'] if re.search(rf'\b{re.escape(name)}\b', turns[turn]['text'], re.I)]
            if not pairs: continue
            name, turn = draw.choice(pairs); others = [other for other in own if other.lower() not in question['text'].lower()]; other, stranger = draw.choice(others if others and draw.random() < 0.5 else strangers[::2]), draw.choice(strangers[1::2])
            renamed = lambda text, to: re.sub(rf'\b{re.escape(name)}\b', lambda _: to, text, flags=re.I)
            out[story['story'], n] = pieces(turn['speaker']) + [COLON] + pieces(renamed(turn['text'], other)[:1500]), pieces(renamed(question['text'], stranger))
    return out


def compact(columns, parts=None):
    """Columns of tokens, 0 where there is none, side by side without the gaps, and which part each token belongs to."""
    n = max(each.shape[0] for each in columns if torch.is_tensor(each)); full = [each if torch.is_tensor(each) else torch.full((n, 1), each, dtype=torch.int32, device=D) for each in columns]
    ids = torch.cat(full, 1); given = ids != 0; order = torch.argsort((~given).to(torch.uint8), dim=1, stable=True); length = int((given.sum(1).max() + 7) // 8 * 8)
    ids = F.pad(ids, (0, 8)); order = F.pad(order, (0, 8), value=ids.shape[1] - 1); out = ids.gather(1, order)[:, :length].long()
    if parts is None: return out
    part = F.pad(torch.cat([torch.full((each.shape[1],), parts[n], device=D) for n, each in enumerate(full)]), (0, 8)).expand(n, -1)
    return out, part.gather(1, order)[:, :length].long()


class Chats:
    """All turns and questions as tensors; a turn that is not there is the last one, which is empty."""
    def __init__(self, stories):
        self.stories, asked, turns, pairs = stories, 0, 0, 0
        for story in stories:
            story['q'], story['t'], story['p'] = asked, turns, pairs; asked += len(story['asked']); turns += len(story['said']); pairs += story['right'].size
            story['R'] = torch.tensor(story['right'], device=D)
        self.none = turns; whole = lambda name: torch.tensor(np.concatenate([story[name] for story in stories]), device=D)
        self.said, self.end, self.asked = F.pad(whole('said'), (0, 0, 0, 1)), F.pad(whole('end'), (0, 0, 0, 1)), whole('asked')
        self.before = torch.tensor(np.concatenate([np.where(story['before'] < 0, turns, story['before'] + story['t']) for story in stories] + [[turns]]), device=D)

    def questions(self, story): return compact([CLS, self.asked[story['q']:story['q'] + len(story['asked'])], SEP])

    def turns(self, story, context):
        rows = torch.arange(story['t'], story['t'] + len(story['said']), device=D)
        if context is None: return compact([CLS, self.said[rows], SEP])
        before = self.before[rows]; more = self.end[before] if context == 'end' else self.said[before][:, :34]
        return compact([CLS, self.said[rows][:, :90], torch.where(before == self.none, 0, LESS).int()[:, None], more, SEP])

    def passages(self, asked, turn, said, later):
        before = self.before[turn]; sep = lambda at: torch.where(at == self.none, 0, SEP).int()[:, None]
        return compact([CLS, asked[:, :28], SEP, self.said[before][:, :20], sep(before), said[:, :64], SEP, self.said[later][:, :24], sep(later)], [0, 0, 0, 1, 1, 1, 1, 2, 2])


def vectors(model, ids):
    with torch.autocast(D, torch.bfloat16): return F.normalize(model(ids).float(), dim=-1)


@torch.no_grad()
def look(chats, model):
    """Which turns are near each question, and of what was said later, what is nearest."""
    later = []
    for story in chats.stories:
        near = vectors(model, chats.questions(story)) @ vectors(model, chats.turns(story, 'end')).T; order = np.argsort(-near.cpu().numpy(), 1)
        story['wrong'] = [row[~right[row]] for row, right in zip(order, story['right'])]
        last = near.shape[1]; found = torch.full(near.shape, chats.none, device=D); found[:, :last - 2] = (last - 1 - torch.cummax(near.flip(1), 1).indices.flip(1))[:, 2:] + story['t']; later.append(found.flatten())
    chats.later = torch.cat(later)


@torch.no_grad()
def elsewhere(chats, model, some=512):
    """For each question the nearest turns of other chats, and of what was said after each of them, what is nearest to the question."""
    turns, asked = (torch.cat([vectors(model, of(story)) for story in chats.stories]) for of in (lambda story: chats.turns(story, 'end'), chats.questions)); near, later = [], []
    story_of = lambda name: torch.tensor(np.repeat(np.arange(len(chats.stories)), [len(story[name]) for story in chats.stories]), device=D); told, own = story_of('said'), story_of('asked')
    after = torch.arange(len(told), device=D) + 2; isLast = F.pad(told, (0, 2), value=-1)[after] != told
    for few in torch.arange(len(asked), device=D).split(some):
        found = (asked[few] @ turns.T).double(); near.append(found.masked_fill(told == own[few][:, None], -1).topk(FOREIGN).indices)
        # Of two chats, whatever was said in the first is above all of the second, so that the best from a turn on is of its own chat.
        last = len(told) - 1; best = last - torch.cummax((found - 3 * told).flip(1), 1).indices.flip(1); best = F.pad(best, (0, 2))[:, after]
        later.append(torch.where(isLast, chats.none, best).gather(1, near[-1]))
    return torch.cat(near), torch.cat(later)


class Mix(nn.Module):
    """A layer over the turns that are compared."""
    def __init__(self):
        super().__init__(); self.first, self.second = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH); self.qkv, self.out, self.up, self.down = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        for last in (self.out, self.down): nn.init.zeros_(last.weight); nn.init.zeros_(last.bias)

    def forward(self, x, mask):
        n, k, _ = x.shape; q, key, v = self.qkv(self.first(x)).view(n, k, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4); drop = 0.1 if self.training else 0.0
        a = F.scaled_dot_product_attention(q, key, v, attn_mask=mask[:, None, None, :]).transpose(1, 2).reshape(n, k, WIDTH)
        x = x + F.dropout(self.out(a), drop); return x + F.dropout(self.down(F.gelu(self.up(self.second(x)))), drop)


class Compare(nn.Module):
    """What turns, oldest first, say of one another: whether each answers and whether it is outdated, and last, whether none of them answers."""
    def __init__(self):
        super().__init__(); self.take = nn.Linear(384, WIDTH); self.ranks = nn.Parameter(torch.randn(MOST + 1, WIDTH) * 0.02); self.layers = nn.ModuleList(Mix() for _ in range(2))
        self.last = nn.LayerNorm(WIDTH); self.give = nn.Linear(WIDTH, 2); nn.init.zeros_(self.give.weight); nn.init.zeros_(self.give.bias)

    def forward(self, v, given):
        x = torch.cat([self.take(v * 4 / LENGTH) + self.ranks[:MOST].flip(0), self.ranks[MOST].expand(len(v), 1, -1)], 1); mask = F.pad(given, (0, 1), value=True)
        for layer in self.layers: x = layer(x, mask)
        return self.give(self.last(x))


class Reader(nn.Module):
    """Layers over texts told apart by `parts`, with a head for each thing it reads."""
    def __init__(self, w):
        super().__init__(); self.trunk = Model(w); self.parts = nn.Parameter(w.get('parts', torch.zeros(3, 384)).clone()); self.answers, self.outdated, self.compare = nn.Linear(384, 1), nn.Linear(384, 1), Compare()
        nn.init.zeros_(self.outdated.weight); nn.init.constant_(self.outdated.bias, -3)
        # Readers before souvenir-reader-9 said nothing of outdated turns.
        if len(give := w.get('compare.give.weight', ())) == 1: w = {**w, 'compare.give.weight': F.pad(give, (0, 0, 0, 1)), 'compare.give.bias': F.pad(w['compare.give.bias'], (0, 1))}
        self.load_state_dict({name: w[name] for name in self.state_dict() if name in w}, strict=False)

    def vectors(self, ids, parts):
        # One in twelve words is hidden, or the chats are learnt by heart.
        if self.training: ids = torch.where((torch.rand(ids.shape, device=D) < 0.08) & (ids > MASK), MASK, ids)
        with torch.autocast(D, torch.bfloat16): x = self.trunk(ids, self.parts[parts])
        return LENGTH * F.normalize(x.float(), dim=-1)

    def forward(self, rows, head): return getattr(self, head)(self.vectors(*rows)).squeeze(-1)

    def together(self, chats, asked, turns, later, instead=None):
        """Of turns in the order of time (-1 where there is none): how likely each answers, that none does, each read alone, and how likely each is outdated. `instead` has a text in place of a turn's own where it is not empty."""
        given = turns >= 0; row, column = given.nonzero(as_tuple=True); at = turns[given]; said = chats.said[at]
        if instead is not None: other = instead[row, column]; said = torch.where(other[:, :1] == 0, said, other)
        ids, parts = chats.passages(asked[row], at, said, later[given])
        lengths = (ids != 0).sum(1); order = lengths.argsort(); some = order.chunk(4 if len(ids) > 64 else 1); longest = [(each + 7) // 8 * 8 for each in lengths[torch.stack([each[-1] for each in some])].tolist()]
        v = torch.zeros(len(ids), 384, device=D).index_copy(0, order, torch.cat([self.vectors(ids[each][:, :most], parts[each][:, :most]) for each, most in zip(some, longest)]))
        put = lambda values: torch.zeros(*turns.shape, *values.shape[1:], device=D).index_put((row, column), values); alone, old = (put(head(v).squeeze(-1)) for head in (self.answers, self.outdated)); more = self.compare(put(v), given)
        return alone + more[:, :-1, 0], more[:, -1, 0], alone, old + more[:, :-1, 1]


def tokens(texts, most): return torch.tensor([fit(each, most) for each in texts], dtype=torch.int32, device=D)


def train_reader(chats, start, taught, swaps, foreign, epochs=16, rate=2e-4, questions=128):
    torch.manual_seed(0); model = Reader(start).to(D); heads = [p for head in (model.answers, model.outdated, model.compare) for p in head.parameters()]; own = {id(each) for each in heads}
    optimiser = torch.optim.AdamW([{'params': [p for p in model.parameters() if p.requires_grad and id(p) not in own]}, {'params': heads, 'lr': 4 * rate}], lr=rate, weight_decay=0.01)
    rows = [(story, n) for story in chats.stories for n in range(len(story['asked'])) for _ in range(2 if story['kinds'][n] in ('implicit', 'updated') else 1)]
    columns = lambda lists, most: torch.tensor([[*each[:most], *[-1] * (most - len(each[:most]))] for each in lists], device=D); near = columns([story['wrong'][n] for story, n in rows], NEAR)
    right, stale = (columns([np.flatnonzero(story[name][n]) for story, n in rows], 5) for name in ('right', 'stale'))
    question, turn, pair, count = torch.tensor([(story['q'] + n, story['t'], story['p'] + n * story['right'].shape[1], story['right'].shape[1]) for story, n in rows], device=D).T
    renamed = [tokens((swaps.get((story['name'], n), ([], []))[part] for story, n in rows), most) for part, most in enumerate((126, 62))]
    steps = epochs * math.ceil(len(rows) / questions); schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: min(1, (n + 1) / 80) * max(0.02, 1 - n / steps)); model.train()
    chance = lambda *shape: torch.rand(*shape, device=D); among = lambda chosen, few: (chosen[:, :, None] == few[:, None, :]).any(-1) & (chosen >= 0)
    for epoch in range(epochs):
        for few in torch.randperm(len(rows), device=D).split(questions):
            n = len(few); wrong, nearness = near[few], torch.arange(NEAR, device=D)
            # The right ones but for one in twelve questions, what was replaced, and some of the nearest, of three in ten questions from other chats; in three of five questions fewer than twelve, as few as recall reads.
            found, old = torch.where(chance(n, 1) < 0.08, -1, right[few]), torch.where(chance(n, 1) < 0.1, -1, stale[few]); isForeign = chance(n, 1) < 0.3
            key = chance(n, NEAR) + 2 * (nearness >= torch.randint(8, NEAR + 1, (n, 1), device=D)) - 0.5 * (nearness < 5); unfit = torch.where(isForeign, nearness >= FOREIGN, (wrong < 0) | among(wrong, old))
            local = torch.cat([found, old, wrong], 1); absent = F.pad(isForeign.expand(-1, NEAR), (local.shape[1] - NEAR, 0)); own_turn, own_later = turn[few][:, None] + local, chats.later[(pair[few][:, None] + local).clamp(min=0)]
            other = [F.pad(each[question[few]], (local.shape[1] - NEAR, NEAR - FOREIGN)) for each in foreign]; moment = torch.where(absent, chance(*local.shape) * count[few][:, None], local)
            key = torch.cat([torch.where(found >= 0, -9.0, 99.0), torch.where(old >= 0, -5.0, 99.0), key.masked_fill(unfit, 99.0)], 1); order = key.argsort(1)[:, :MOST]
            most = torch.where(chance(n, 1) < 0.4, MOST, torch.randint(2, 7, (n, 1), device=D)); fits = (key.gather(1, order) < 99) & (torch.arange(MOST, device=D) < most)
            moment = moment.gather(1, order).masked_fill(~fits, -1); by_time = moment.argsort(1); order, given = order.gather(1, by_time), fits.gather(1, by_time); pick = lambda values: values.gather(1, order)
            turns, later = torch.where(given, pick(torch.where(absent, other[0], own_turn)), -1), pick(torch.where(absent, other[1], own_later)); answers, isOld = given & (order < 5), given & (order >= 5) & (order < 10)
            # In place of one of the wrong ones the right one told of somebody else; in one of ten questions that name somebody, somebody else is asked about.
            free = given & ~answers & ~isOld; place = torch.where(free, chance(n, MOST), -1.0).max(1); has = renamed[0][few][:, 0] > 0
            put = has & (place.values >= 0) & (chance(n) < 0.4); instead = torch.zeros(n, MOST, renamed[0].shape[1], dtype=torch.int32, device=D); instead[put, place.indices[put]] = renamed[0][few][put]
            stranger = has & (chance(n) < 0.1); asked = torch.where(stranger[:, None], renamed[1][few], chats.asked[question[few]]); answers, isOld = answers & ~stranger[:, None], isOld & ~stranger[:, None]
            logits, none, alone, odds = model.together(chats, asked, turns, later, instead); to = torch.where(pick(absent), -6.0, taught[(pair[few][:, None] + pick(local)).clamp(min=0)])
            to = torch.where(stranger[:, None], to.clamp(max=-5), to).scatter(1, place.indices[:, None], torch.where(put[:, None], -6.0, to.gather(1, place.indices[:, None])))
            chose = F.log_softmax(torch.cat([logits.masked_fill(~given, -1e4), none[:, None]], 1), 1); want = F.softmax(F.pad(to.masked_fill(~given, -1e4), (0, 1)), 1)
            answers = torch.cat([answers, ~answers.any(1, keepdim=True)], 1); follow = lambda odds: F.smooth_l1_loss(odds[given], to[given].clamp(-8, 8))
            loss = F.kl_div(chose, want, reduction='batchmean') - 0.3 * torch.logsumexp(chose.masked_fill(~answers, -1e4), 1).mean() + 0.2 * follow(logits - none[:, None]) + 0.2 * follow(alone)
            # What no longer holds is so only beside what holds now.
            known = given & (answers[:, :-1].any(1, keepdim=True) | ~isOld); loss = loss + 2 * F.binary_cross_entropy_with_logits(odds[known], isOld[known].float())
            optimiser.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0); optimiser.step(); schedule.step()
        print('epoch', epoch, round(loss.item(), 3), flush=True)
    return model.eval()


@torch.no_grad()
def judge(chats, model, reader, what):
    """Of the stories left out: how often the right turn comes first and within three, by meaning alone and with the best four read; how far what is outdated is told from what is not."""
    ranks, lists, sure, has = [], [], [], []
    for story in chats.stories:
        near = vectors(model, chats.questions(story)) @ vectors(model, chats.turns(story, 'end')).T; asked = chats.asked[story['q']:story['q'] + len(near)]; base = near.clone()
        best = near.topk(4).indices.sort(1).values; pair = story['p'] + torch.arange(len(near), device=D)[:, None] * near.shape[1]
        pad = lambda values, value: F.pad(values, (MOST - 4, 0), value=value); logits, none, _, odds = reader.together(chats, asked, pad(story['t'] + best, -1), pad(chats.later[pair + best], chats.none)); logits, odds = (logits - none[:, None])[:, -4:], odds[:, -4:]; near.scatter_add_(1, best, 0.12 * logits.clamp(0, 6))
        right, old = (torch.tensor(story[name], device=D) for name in ('right', 'stale')); place = lambda score, which: (score >= score.masked_fill(~which, -9).max(1, keepdim=True).values).sum(1)
        for n, any_right in enumerate(right.any(1).tolist()):
            has.append(any_right); sure.append((7 * base[n].max() + 0.5 * logits[n].max()).item())
        keep = right.any(1); both = keep & old.any(1); ranks.append(torch.stack([place(base, right)[keep], place(near, right)[keep]])); pressed = near.scatter_add(1, best, -9.0 * (odds > 0))
        lists.append((torch.stack([(score.masked_fill(~old, -9).max(1).values > score.masked_fill(~right, -9).max(1).values)[both].float() for score in (base, near, pressed)]), odds[keep].flatten(), old.gather(1, best)[keep].flatten(), right.gather(1, best)[keep].flatten(), place(pressed, right)[keep]))
    r = torch.cat(ranks, 1); z, y, ok = (torch.cat([each[n] for each in lists]) for n in (1, 2, 3)); pressed = torch.cat([each[4] for each in lists]); pos = torch.tensor(has, device=D); value = torch.tensor(sure, device=D)
    print(what, f'{r.shape[1]} questions; by meaning {[round((r[0] <= n).float().mean().item(), 3) for n in (1, 3, 10)]}, read {[round((r[1] <= n).float().mean().item(), 3) for n in (1, 3)]}, outdated last {[round((pressed <= n).float().mean().item(), 3) for n in (1, 3)]}; outdated above {torch.cat([each[0] for each in lists], 1).mean(1).tolist()}; AUROC {(value[pos][:, None] > value[~pos][None]).float().mean().item():.3f}')
    print('  outdated:', *(f'at {bound}: {(z[y] > bound).float().mean().item():.3f} found, {y[z > bound].float().mean().item():.3f} right, {ok[z > bound].float().mean().item():.3f} answer;' for bound in (-1, 0, 1, 2)), flush=True)


def train(chats, start, taught, context, epochs):
    torch.manual_seed(0); random.seed(0); stories = chats.stories
    model, sure = Model(start).to(D), nn.Parameter(torch.tensor([12.0, 0.45], device=D))
    optimiser = torch.optim.AdamW([{'params': [p for p in model.parameters() if p.requires_grad]}, {'params': [sure], 'lr': 1e-2, 'weight_decay': 0}], lr=1e-4, weight_decay=0.01)
    steps = epochs * math.ceil(len(stories) / 8); schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: min(1, (n + 1) / 40) * max(0.02, 1 - n / steps))
    guide = Model(start).to(D).eval(); side_by_side = lambda rows: torch.cat([F.pad(row, (0, max(each.shape[1] for each in rows) - row.shape[1])) for row in rows])
    with torch.no_grad(): held = {story['name']: (vectors(guide, chats.turns(story, None)), vectors(guide, chats.questions(story))) for story in stories}
    model.train()
    for _ in range(epochs):
        order = random.sample(stories, len(stories))
        for first in range(0, len(order), 8):
            some = order[first:first + 8]; turns = vectors(model, side_by_side([chats.turns(story, context if random.random() >= 0.3 else None) for story in some])); asked = vectors(model, side_by_side([chats.questions(story) for story in some]))
            right = torch.block_diag(*[story['R'].float() for story in some]) > 0; own = torch.block_diag(*[torch.ones_like(story['R'], dtype=torch.float) for story in some]) > 0
            cosine = asked @ turns.T; odds = cosine / 0.05; within = odds.masked_fill(~own, -1e4); has = right.any(1); found = torch.logsumexp(odds.masked_fill(~right, -1e4), 1)
            loss = -(found - torch.logsumexp(within, 1))[has].mean() - 0.1 * (found - torch.logsumexp(odds, 1))[has].mean()
            loss = loss + sum((1 - (torch.cat([held[story['name']][n] for story in some]) * now).sum(-1)).mean() for n, now in enumerate((turns, asked)))
            to = torch.block_diag(*[taught[story['p']:story['p'] + story['right'].size].view(story['R'].shape) for story in some]).masked_fill(~own, -1e4)
            loss = loss + 0.5 * F.kl_div(F.log_softmax(within, 1), F.softmax(to, 1), reduction='batchmean')
            best = cosine.masked_fill(~own, -1).max(1).values
            loss = loss + F.binary_cross_entropy_with_logits(sure[0] * (best - sure[1]), has.float(), pos_weight=torch.tensor(0.25, device=D))
            optimiser.zero_grad(); loss.backward(); torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0); optimiser.step(); schedule.step()
    mixed, first = model.state_dict(), Model(start).to(D).state_dict(); return {name: 0.8 * mixed[name] + 0.2 * first[name] for name in mixed}


def changing(model, chats):
    """A logistic regression that reads from a question's vector whether it asks for something that changes."""
    with torch.no_grad(): x = torch.cat([vectors(model, chats.questions(story)).double() for story in chats.stories])
    kinds = [kind for story in chats.stories for kind in story['kinds']]; some = torch.tensor([kind != 'unanswerable' for kind in kinds], device=D)
    x, y = x[some], torch.tensor([kind == 'updated' for kind in kinds], dtype=torch.double, device=D)[some]
    w = torch.zeros(385, dtype=torch.double, device=D, requires_grad=True); optimiser = torch.optim.LBFGS([w], max_iter=200)
    def closure():
        optimiser.zero_grad(); loss = F.binary_cross_entropy_with_logits(x @ w[:-1] + w[-1], y, reduction='sum') + w[:-1] @ w[:-1] / 2; loss.backward(); return loss
    optimiser.step(closure); w = w.detach().cpu().tolist()
    return {'bias': round(w[-1], 4), 'weights': [round(each, 4) for each in w[:-1]]}


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
    spec['name'] = 'souvenir-embed-7'; spec['readings'] = {'changing': reading}
    open(os.path.join(folder, 'model.bin'), 'wb').write(blob); open(os.path.join(folder, 'model.json'), 'w').write(json.dumps(spec, indent=1) + '\n')


def write_reader(model, folder):
    """What it has of its own; places are counted from the beginning of model.bin."""
    first = os.path.getsize(os.path.join(ROOT, 'assets/model.bin')); blob, tensors = bytearray(), {}
    def put(data): blob.extend(bytes(-len(blob) % 64)); blob.extend(data.tobytes()); return first + len(blob) - data.nbytes
    for name, value in model.state_dict().items():
        value, own = value.float().cpu().numpy(), name.removeprefix('trunk.')
        if name.startswith('trunk.') and not own.startswith('layers.'): continue
        if own.startswith(('layers.', 'compare.')) and own != 'compare.ranks' and value.ndim == 2: rows, scales = quantised(value); tensors[own] = {'type': 'i8', 'shape': list(value.shape), 'offset': put(rows), 'scales': put(scales)}
        else: tensors[own] = {'type': 'f32', 'shape': list(value.shape), 'offset': put(value.astype('<f4'))}
    open(os.path.join(folder, 'reader.bin'), 'wb').write(blob); open(os.path.join(folder, 'reader.json'), 'w').write(json.dumps({'name': 'souvenir-reader-9', 'tensors': tensors}, indent=1) + '\n')


def mean(one, other): return {name: (one[name] + other[name]) / 2 for name in one}


writer = lambda name: re.sub(r'(?<=\d)[a-z]\d*$|-[ab]$', '', name)

if __name__ == '__main__':
    os.makedirs(ARGS['out'], exist_ok=True); paths = sorted(glob.glob(os.path.join(ROOT, 'bench/stories/open/*.json'))); isHeld = lambda path: writer(os.path.basename(path)[:-5]) in HELD
    learns = [path for path in paths if not isHeld(path)] + sorted(glob.glob(os.path.join(HERE, 'chats/*.json')))[::int(ARGS.get('every', 1))]; chats = Chats([read(path) for path in learns]); held = Chats([read(path) for path in paths if isHeld(path)]); print(len(chats.stories), 'chats', len(chats.asked), 'questions', flush=True)
    own, assets = weights_of(os.path.join(ROOT, 'assets')), weights_of(os.path.join(ROOT, 'assets'), 'reader')
    learnt = np.load(os.path.join(HERE, 'taught.npz')); taught = torch.tensor(np.concatenate([(learnt[story['name']] if story['name'] in learnt.files else np.where(story['right'], 5, -5)).flatten() for story in chats.stories]).astype(np.float32), device=D).clamp(-12, 12)
    model = Model(own).to(D).eval(); look(chats, model); look(held, model); shipped = Reader(assets).to(D).eval(); judge(held, model, shipped, 'as it is:')
    if 'reader' in ARGS:
        foreign = elsewhere(chats, model); reader = train_reader(chats, assets, taught, swapped(learns), foreign, epochs=int(ARGS['reader']), rate=float(ARGS.get('rate', 1e-4))); judge(held, model, reader, 'trained on:')
        both = Reader(assets).to(D).eval(); both.load_state_dict({**mean(shipped.state_dict(), reader.state_dict()), **{name: value for name, value in reader.state_dict().items() if name.startswith('outdated')}}); judge(held, model, both, 'the mean of both:')
        write_reader(reader if ARGS.get('mean') == 'no' else both, ARGS['out'])
    if 'model' in ARGS:
        runs = [train(chats, own, taught, context, int(ARGS['model'])) for context in ('begin', 'end')]; new = Model(own).to(D).eval()
        for name, weights in {'the mean of two runs': mean(*runs), 'and of the one before': mean(mean(*runs), model.state_dict())}.items(): new.load_state_dict(weights); look(held, new); judge(held, new, shipped, name + ':')
        write(new, changing(new, chats), ARGS['out'])
    with torch.no_grad(): np.savez_compressed(os.path.join(ARGS['out'], 'held.npz'), **{story['name']: (vectors(model, held.questions(story)) @ vectors(model, held.turns(story, 'end')).T).cpu().numpy().astype(np.float16) for story in held.stories})
