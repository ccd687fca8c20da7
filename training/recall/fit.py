"""Judges weights of recall and fits its calibration.   usage: python training/recall/fit.py examples=FILE left-out=FILE
`examples` is written by `npm run fit:examples`, `left-out` (held.npz) by training/embedder/train.py. Prints, for the default weights and for
each of them left out, the share of right units among the first ten of every dataset, and hit@1/3/10 and outdated above current of the stories;
then the calibration, judged on every chat and writer by a fit without it. Stories come by cosines of models that had not seen their writer;
their share of words is counted here, a little more coarsely than by the engine."""
import gzip, json, math, os, re, sys
from collections import Counter
import numpy as np
from scipy.optimize import minimize

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
ARGS = dict(each.split('=', 1) for each in sys.argv[1:])
WEIGHTS = dict(vector=1.5, covered=.8, window=.35, session=.5, time=.25, speaker=.15, lately=.15, before=.1, after=.1, voice=.1, length=.1, newer=1.2)
EVIDENCE = ['meaning', 'stranger', 'whose']
STOP = set('a an the and or but if so of to in on at by for from with about as is are was were be been am do does did have has had i you he she it we they me him her us them my your his its our their this that these those there what which who whom whose when where why how not no can could will would should may just'.split())


def terms(text):
    return [w for w in re.findall(r'[^\W_]+', text.lower()) if w not in STOP]


def shares(texts, query):
    """The share of the query's information that each text holds."""
    held = [set(terms(text)) for text in texts]; asked = set(terms(query)); n = len(texts)
    worth = {w: math.log(1 + n / (1 + sum(w in each for each in held))) for w in asked}; total = sum(worth.values()) or 1
    return np.array([sum(worth[w] for w in asked & each) / total for each in held]), len(asked)


def story_questions(path, cosines):
    story = json.load(open(path, encoding='utf8')); turns = [(turn, n) for session in story['sessions'] for n, turn in enumerate(session['turns'])]
    first = np.array([n == 0 for _, n in turns]); last = np.append(first[1:], True); count = len(turns)
    role = np.array([0 if turn['speaker'] == story['user'] else -1 if turn['speaker'] == 'assistant' else -.5 for turn, _ in turns])
    length = np.minimum(1, np.log1p([len(turn['text']) for turn, _ in turns]) / math.log1p(1000)); texts = [turn['text'] for turn, _ in turns]
    for question, cosine in zip(story['questions'] + story['english'], cosines.astype(float)):
        c = np.maximum(0, cosine); share, n = shares(texts, question['text'])
        before, after = np.where(first, 0, np.roll(c, 1)), np.where(last, 0, np.roll(c, -1))
        window = np.maximum(share, .8 * np.maximum(np.where(first, 0, np.roll(share, 1)), np.where(last, 0, np.roll(share, -1))))
        features = dict(vector=c, covered=share * min(1, max(0, (n - 3) / 8)), window=window, before=before, after=after, voice=role, length=length, newer=.25 * c * np.arange(count) / count)
        ids = [turn['id'] for turn, _ in turns]
        yield dict(dataset='stories', group=re.sub(r'(?<=\d)[a-c]$|-[ab]$', '', story['story']), kind=question['kind'], features=features, right=np.isin(ids, question['current']), stale=np.isin(ids, question['stale']), stranger=0., whose=0.)


def engine_questions(examples):
    names = examples['names']
    for each in examples['all']:
        if not each['rows']: continue
        rows = np.array([row[1:] for row in each['rows']], float); features = {name: rows[:, n] for n, name in enumerate(names)}
        units = [row[0] for row in each['rows']]
        yield dict(dataset=each['dataset'], group=each['group'], sort=each['sort'], features=features, units=units, gold=set(each['gold']), stranger=features['stranger'][0], whose=whose(features))


def whose(features):
    best = lambda mask: np.sort(features['words'][mask])[::-1][:3].mean() if mask.any() else 0
    named, others = features['speaker'] > 0, features['speaker'] < 0
    if not (named.any() and others.any()): return 0.
    one, other = best(named), best(others)
    return max(-1.2, min(1.2, math.log((one + .05) / (other + .05)))) * (one + other)


def scored(question, weights):
    return sum(weight * question['features'].get(name, 0) for name, weight in weights.items())


def figures(questions, weights):
    out = {}
    for dataset in sorted({q['dataset'] for q in questions} - {'stories'}):
        shares = []
        for q in questions:
            if q['dataset'] != dataset or q['sort'] != 'own' or not q['gold']: continue
            top = []
            for n in np.argsort(-scored(q, weights), kind='stable')[:50]:
                if q['units'][n] is not None and q['units'][n] not in top: top.append(q['units'][n])
            shares.append(len(q['gold'] & set(top[:10])) / len(q['gold']))
        out[dataset] = 100 * np.mean(shares)
    hits, stale = Counter(), []
    asked = [q for q in questions if q['dataset'] == 'stories' and q['right'].any()]
    for q in asked:
        order = np.argsort(-scored(q, weights), kind='stable'); right = q['right'][order]; at = int(right.argmax())
        for k in (1, 3, 10): hits[k] += (right[:k].sum() == right.sum()) if q['kind'] == 'multihop' and k > 1 else at < k
        if q['kind'] == 'updated': stale.append(q['stale'][order][:at].any())
    return {**out, **{f'hit@{k}': 100 * hits[k] / len(asked) for k in (1, 3, 10)}, 'stale above': 100 * np.mean(stale)}


def answerable(q): return bool(q['right'].any()) if q['dataset'] == 'stories' else q['sort'] == 'own'


def calibrate(questions):
    x = np.array([[q['features']['vector'].max(), q['stranger'], q['whose'], 1] for q in questions]); y = np.array([answerable(q) for q in questions], float)
    sort = [(q['dataset'], q.get('sort', answerable(q)), answerable(q)) for q in questions]; sizes = Counter(sort); kinds = Counter((d, own) for d, _, own in sizes)
    weight = np.array([1 / sizes[s] / kinds[s[0], s[2]] for s in sort]); weight /= weight.sum()
    def loss(v):
        t = x @ v; return (weight * (np.logaddexp(0, t) - y * t)).sum(), x.T @ (weight * (1 / (1 + np.exp(-t)) - y))
    return minimize(loss, np.zeros(4), jac=True, method='L-BFGS-B').x, x


if __name__ == '__main__':
    cosines = np.load(ARGS['left-out'])
    questions = list(engine_questions(json.load(gzip.open(ARGS['examples']))))
    for name in cosines.files: questions += story_questions(os.path.join(ROOT, f'bench/stories/open/{name}.json'), cosines[name])
    show = lambda name, found: print(name.ljust(16), ' '.join(f'{key} {value:.1f}' for key, value in found.items()))
    show('default', figures(questions, WEIGHTS))
    for name in WEIGHTS: show(f'without {name}', figures(questions, {**WEIGHTS, name: 0}))
    fit, x = calibrate(questions); print('calibration', dict(zip(EVIDENCE + ['bias'], fit.round(3))))
    sure = np.zeros(len(questions)); groups = np.array([q['group'] for q in questions])
    for group in set(groups):
        v, _ = calibrate([q for q in questions if q['group'] != group]); sure[groups == group] = 1 / (1 + np.exp(-(x[groups == group] @ v)))
    for kind in sorted({(q['dataset'], str(q.get('sort', answerable(q)))) for q in questions}):
        of = sure[[(q['dataset'], str(q.get('sort', answerable(q)))) == kind for q in questions]]
        print('silent at 0.1 to 0.4:', *kind, [f'{100 * (of < t).mean():.0f}' for t in (.1, .2, .3, .4)])
