"""Makes taught.npz: what a large language model makes of every question of the chats and every turn of its chat, to be followed by small ones.
usage: python training/embedder/teach.py model=FILE.gguf
The first 24 layers of Qwen2.5-Coder-1.5B-Instruct (Q4_K_M) read a whole chat at once, and behind it, side by side, its questions, each of which
sees the chat and itself. What a question has become at its end points at turns: the product of two matrices over the ends of question and turn,
beside a way out for a question that nothing answers. All weights learn, in two halves of the chats by writer, so that each half is taught by a
model that never saw its questions. Needs a GPU of 40 GB, ten minutes, and `pip install gguf tokenizers`."""
import glob, json, math, os, random, sys, zlib
from datetime import datetime
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from gguf import GGUFReader
from gguf.quants import dequantize
from tokenizers import Regex, Tokenizer, models, pre_tokenizers
from train import HELD, writer

HERE = os.path.dirname(os.path.abspath(__file__)); ROOT = os.path.join(HERE, '..', '..'); ARGS = dict(each.split('=', 1) for each in sys.argv[1:]); D = 'cuda'
LAYERS, WIDTH, HEADS, KEYS, SIZE = 24, 1536, 12, 2, 128
file = GGUFReader(ARGS['model']); tensors = {each.name: each for each in file.tensors}
weight = lambda name: torch.tensor(dequantize(np.array(tensors[name].data), tensors[name].tensor_type), device=D)
tokenizer = Tokenizer(models.BPE(vocab={piece: n for n, piece in enumerate(file.fields['tokenizer.ggml.tokens'].contents())}, merges=[tuple(each.split(' ')) for each in file.fields['tokenizer.ggml.merges'].contents()]))
tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"), 'isolated'), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
tokens = lambda text, most: tokenizer.encode(text.replace('\n', ' ')).ids[:most] + [LINE]; LINE = tokenizer.encode('x\n').ids[-1]


def read(path):
    story = json.load(open(path, encoding='utf8')); at = {turn['id']: n for n, turn in enumerate(turn for session in story['sessions'] for turn in session['turns'])}
    sessions = [(tokens(datetime.fromisoformat(session['at'].replace('Z', '+00:00')).strftime('Session of %Y-%m-%d, %A'), 20), [tokens(f"{turn['speaker']}: {turn['text'][:420]}", 140) for turn in session['turns']]) for session in story['sessions']]
    return dict(name=story['story'], sessions=sessions, asked=[(tokens(f"Which line answers {story['user']}: {each['text'][:200]}", 60), [at[turn] for turn in each['current']], each['kind']) for each in story['questions'] + story['english']])


class Norm(nn.Module):
    def __init__(self, w): super().__init__(); self.w = nn.Parameter(w)
    def forward(self, x): return (x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-6)).to(x.dtype) * self.w.to(x.dtype)


def linear(name, isBiased=False):
    w = weight(name + '.weight'); out = nn.Linear(w.shape[1], w.shape[0], bias=isBiased, device='meta'); out.weight = nn.Parameter(w)
    if isBiased: out.bias = nn.Parameter(weight(name + '.bias'))
    return out


def turned(x, cos, sin): one, two = x.chunk(2, -1); return x * cos + torch.cat([-two, one], -1) * sin


class Layer(nn.Module):
    def __init__(self, n):
        super().__init__(); self.before, self.after = Norm(weight(f'blk.{n}.attn_norm.weight')), Norm(weight(f'blk.{n}.ffn_norm.weight'))
        self.q, self.k, self.v = (linear(f'blk.{n}.attn_{each}', True) for each in 'qkv'); self.mix = linear(f'blk.{n}.attn_output'); self.gate, self.up, self.down = (linear(f'blk.{n}.ffn_{each}') for each in ('gate', 'up', 'down'))

    def forward(self, x, cos, sin, mask):
        h = self.before(x); q, k, v = (each(h).view(len(x), -1, SIZE).transpose(0, 1) for each in (self.q, self.k, self.v))
        k, v = (each.repeat_interleave(HEADS // KEYS, 0) for each in (turned(k, cos, sin), v))
        x = x + self.mix(F.scaled_dot_product_attention(turned(q, cos, sin)[None], k[None], v[None], attn_mask=mask[None, None])[0].transpose(0, 1).reshape(len(x), WIDTH))
        h = self.after(x); return x + self.down(F.silu(self.gate(h)) * self.up(h))


class Teacher(nn.Module):
    def __init__(self):
        super().__init__(); self.register_buffer('pieces', weight('token_embd.weight').half(), persistent=False); self.layers = nn.ModuleList(Layer(n) for n in range(LAYERS)); last = weight('output_norm.weight'); self.last = Norm(last / last.mean())
        self.turn, self.question, self.none = nn.Linear(WIDTH, 256), nn.Linear(WIDTH, 256), nn.Linear(WIDTH, 1)
        for each in (self.turn, self.question): nn.init.normal_(each.weight, std=1 / math.sqrt(WIDTH)); nn.init.zeros_(each.bias)

    def forward(self, chat):
        angle = chat['place'].float()[:, None] / (1e6 ** (torch.arange(0, SIZE, 2, device=D).float() / SIZE)); angle = torch.cat([angle, angle], -1)
        with torch.autocast(D, torch.bfloat16):
            x = self.pieces[chat['ids']].bfloat16(); cos, sin = angle.cos().bfloat16(), angle.sin().bfloat16()
            for layer in self.layers: x = layer(x, cos, sin, chat['mask'])
            x = self.last(x).float()
        asked = x[chat['asks']]; return self.question(asked) @ self.turn(x[chat['ends']]).T / 16, self.none(asked)


def laid(story, kept=None):
    """The sessions kept, one after another, and its questions side by side behind them."""
    rows, ends, turns, n = [], [], [], 0
    for at, (head, said) in enumerate(story['sessions']):
        if kept is None or at in kept:
            rows.append(head)
            for more, row in enumerate(said): rows.append(row); ends.append(len(rows) - 1); turns.append(n + more)
        n += len(said)
    until = np.cumsum([len(row) for row in rows]); asked = [row for row, _, _ in story['asked']]; length = int(until[-1]); places = {turn: k for k, turn in enumerate(turns)}
    own = torch.tensor(np.concatenate([np.zeros(length, int)] + [np.full(len(row), k + 1) for k, row in enumerate(asked)]), device=D); at = torch.arange(len(own), device=D)
    right, lost = np.zeros((len(asked), len(turns)), bool), np.zeros(len(asked), bool)
    for k, (_, current, kind) in enumerate(story['asked']): found = [places[turn] for turn in current if turn in places]; right[k, found] = True; lost[k] = kind == 'multihop' and 0 < len(found) < len(current)
    t = lambda values: torch.tensor(values, device=D)
    return dict(ids=t([piece for row in rows + asked for piece in row]), place=t(np.concatenate([np.arange(length)] + [length + np.arange(len(row)) for row in asked])), mask=(at[:, None] >= at[None]) & ((own[None] == 0) | (own[:, None] == own[None])),
        ends=t(until[ends] - 1), asks=t(length + np.cumsum([len(row) for row in asked]) - 1), right=t(right), lost=t(lost))


def train(stories, seed, epochs=6, rate=1.5e-5):
    random.seed(seed); torch.manual_seed(seed); model = Teacher().to(D); heads = [p for head in (model.turn, model.question, model.none) for p in head.parameters()]; own = {id(p) for p in heads}
    optimiser = torch.optim.AdamW([{'params': [p for p in model.parameters() if id(p) not in own]}, {'params': heads, 'lr': 20 * rate}], lr=rate, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
    steps = epochs * len(stories); schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: min(1, (n + 1) / 60) * max(0.02, 1 - n / steps)); model.train()
    for _ in range(epochs):
        for story in random.sample(stories, len(stories)):
            count = len(story['sessions']); kept = set(random.sample(range(count), max(2, int(count * random.uniform(0.5, 0.9))))) if count > 3 and random.random() < 0.5 else None
            chat = laid(story, kept); points, none = model(chat); odds = torch.cat([points, none], 1); right = torch.cat([chat['right'], ~chat['right'].any(1, keepdim=True)], 1)
            loss = (torch.logsumexp(odds, 1) - torch.logsumexp(odds.masked_fill(~right, -1e4), 1))[~chat['lost']].mean(); optimiser.zero_grad(); loss.backward()
            # A few chats give a gradient that is no number.
            if torch.isfinite(torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)): optimiser.step()
            schedule.step()
    return model.eval()


if __name__ == '__main__':
    paths = sorted(glob.glob(os.path.join(ROOT, 'bench/stories/open/*.json'))) + sorted(glob.glob(os.path.join(HERE, 'chats/*.json'))); stories = [story for story in map(read, paths) if writer(story['name']) not in HELD]
    halves = [[story for story in stories if zlib.crc32(writer(story['name']).encode()) % 2 == half] for half in (0, 1)]; taught = {}
    for half in (0, 1):
        model = train(halves[half], half)
        with torch.no_grad():
            for story in halves[1 - half]: points, none = model(laid(story)); taught[story['name']] = (points - none).float().cpu().numpy().round(1).astype(np.float16)
        del model
    np.savez_compressed(os.path.join(HERE, 'taught.npz'), **{name: taught[name] for name in sorted(taught)})
