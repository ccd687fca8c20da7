"""Fits what the reader says of a sentence (whether it is worth keeping, and of what kind it is). Matrices over its vectors, which stay as they are.
usage: python training/reader/heads.py
Reads worth.tsv (chat or writer, turn or what was said, 1 if it is worth keeping, the sentence drawn from it) and kinds.tsv (chat or writer, kind,
who speaks, the end of the turn before, sentence), prints how they do on what was left out (a fifth of the chats, the writers that recall is
judged by, and a writer of each other collection) and writes them into assets/reader.*. A sentence is read with and without the turn before it.
Plain jokes ("I have been dead since Monday.") are left out: only who knows the world can tell them from facts."""
import json, os, sys
import numpy as np, torch, torch.nn.functional as F
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
HERE = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, os.path.join(HERE, '..', 'embedder'))
from train import D, KINDS, LENGTH, Reader, beside, drawn, left_out, spoken, table, weights_of
ASSETS = os.path.join(HERE, '..', '..', 'assets'); model = Reader(weights_of(ASSETS, 'reader')).to(D).eval()
of = lambda name: 'plain' if name.startswith('plain') else 'written' if name.startswith('own') else 'said'


@torch.no_grad()
def vectors(texts):
    out = [beside(texts, some) for some in torch.arange(len(texts[0]), device=D).split(256)]
    return torch.cat([LENGTH * F.normalize(model.trunk(ids, model.parts[parts]).float(), dim=-1) for ids, parts in out]).cpu().numpy()


rows = table('worth.tsv'); group = np.array([of(row[0]) for row in rows]); held = np.array([left_out(row[0]) for row in rows])
x, y = vectors(drawn(rows)), np.array([int(row[2]) for row in rows]); weight = np.where(group == 'plain', 3.0, 1.0)[~held]; worth = LogisticRegression(C=0.003, max_iter=2000).fit(x[~held], y[~held], sample_weight=weight); odds = worth.decision_function(x)
for name in ('said', 'plain'):
    these = held & (group == name); print(f'worth keeping, {name}: AUROC {roc_auc_score(y[these], odds[these]):.3f};', *(f'at {least}: {y[these & (odds >= least)].mean():.2f} right, {(odds >= least)[these & (y > 0)].mean():.2f} kept;' for least in (-2, -1, 0)))

rows = table('kinds.tsv'); group = np.array([of(row[0]) for row in rows]); held = np.array([left_out(row[0]) for row in rows]); y = np.array([KINDS.index(row[1]) for row in rows])
heard, alone = vectors(spoken(rows)), vectors(spoken(rows, False)); weight = np.where(group == 'said', 1.0, 0.5)[~held]
kinds = LogisticRegression(C=0.005, max_iter=1000).fit(np.concatenate([heard[~held], alone[~held]]), np.concatenate([y[~held]] * 2), sample_weight=np.concatenate([weight] * 2))
for name, x in (('with the turn before', heard), ('without', alone)):
    chance = kinds.predict_proba(x); right, sure = chance.argmax(1) == y, chance.max(1) >= 0.5
    for each in ('said', 'written', 'plain'): these = held & (group == each); print(f'kinds, {each}, {name}: {right[these].mean():.3f} of {these.sum()} right; of the {sure[these].mean():.2f} it is sure of {right[these & sure].mean():.3f}')
chance = kinds.predict_proba(heard); got = np.where(chance.max(1) >= 0.5, chance.argmax(1), -1)
for n, name in enumerate(KINDS):
    for each in ('said', 'plain'): these = held & (group == each); right = ((got == n) & (y == n) & these).sum(); print(f'  {name}, {each}: {right} of {((got == n) & these).sum()} right, {right} of {((y == n) & these).sum()} found')

spec = json.load(open(os.path.join(ASSETS, 'reader.json'))); fitted_heads = [('worth', worth), ('kinds', kinds)]; path = os.path.join(ASSETS, 'reader.bin'); blob = bytearray(open(path, 'rb').read()); first = os.path.getsize(os.path.join(ASSETS, 'model.bin'))
for name, fitted in fitted_heads:
    for part, value in (('weight', fitted.coef_), ('bias', fitted.intercept_)): data = value.astype('<f4'); at = spec['tensors'][f'{name}.{part}']['offset'] - first; blob[at:at + data.nbytes] = data.tobytes()
open(path, 'wb').write(blob)
