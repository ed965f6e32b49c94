"""Trains the block classifier. Usage: train.py FOLDER, which holds matrix.f32 and meta.json from dump.ts.

Writes model.json (all pages) and folds.f32 (for each block the probability by a model that saw no page of its host).
"""
import json
import sys
from pathlib import Path

import lightgbm as lgb
import numpy as np

folder = Path(sys.argv[1])
meta = json.loads((folder / "meta.json").read_text())
names, params, rounds = meta["features"], meta["params"], meta["rounds"]
x = np.fromfile(folder / "matrix.f32", dtype=np.float32).reshape(-1, len(names))
label = np.array(meta["labels"], dtype=np.int8)
weight = np.array(meta["weights"])
page = np.array(meta["pages"])
fold_of_page = np.array(meta["folds"])
fold = fold_of_page[page]
y = (label == 1).astype(np.int8)


# Every block once more with its classes and ids hidden: sites name their parts in words and languages that no pattern knows.
blind = x.copy()
blind[:, [i for i, name in enumerate(names) if name in set(meta["naming"])]] = meta["far"]


def fit(rows, seed):
    data = lgb.Dataset(
        np.concatenate([x[rows], blind[rows]]),
        np.concatenate([y[rows], y[rows]]),
        weight=np.concatenate([weight[rows], weight[rows] * meta["blindWeight"]]),
    )
    return lgb.train({**params, "seed": seed}, data, num_boost_round=rounds)


def score(models, rows):
    """Mean log-odds of the models, as a probability."""
    return 1 / (1 + np.exp(-np.mean([model.predict(x[rows], raw_score=True) for model in models], axis=0)))


held_out = np.zeros(len(y), dtype=np.float32)
for one in range(fold_of_page.max() + 1):
    test = fold == one
    held_out[test] = score([fit(~test, seed) for seed in meta["seeds"]], test)
held_out.tofile(folder / "folds.f32")

everything = np.ones(len(y), dtype=bool)
models = [fit(everything, seed) for seed in meta["seeds"]]
score(models, everything).astype(np.float32).tofile(folder / "predicted.f32")
flat = {"roots": [], "feature": [], "threshold": [], "left": [], "right": [], "leaf": []}


def add(node):
    if "leaf_value" in node and "split_feature" not in node:
        flat["leaf"].append(float(f"{node['leaf_value'] / len(models):.5g}"))
        return -len(flat["leaf"])
    at = len(flat["feature"])
    flat["feature"].append(node["split_feature"])
    flat["threshold"].append(float(f"{node['threshold']:.7g}"))
    flat["left"].append(0)
    flat["right"].append(0)
    flat["left"][at] = add(node["left_child"])
    flat["right"][at] = add(node["right_child"])
    return at


for model in models:
    for tree in model.dump_model()["tree_info"]:
        flat["roots"].append(add(tree["tree_structure"]))
(folder / "model.json").write_text(json.dumps(flat, separators=(",", ":")))
