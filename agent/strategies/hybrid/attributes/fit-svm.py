"""Fits Hybrid RAG's linear SVMs. `npm run train-attributes -- --vectors` calls it; needs scikit-learn (1.9.1 was used).

Reads one JSON object from stdin: {"vectors": [[...]], "places": [[...]], "buckets": N, "groups": [...], "labels": {"domain":
[...], "change": [...]}}, the places being those of the question's hashed n-grams, of N. Writes one to stdout: for each
attribute its weights (a row a class: the vector's, then the places'), intercepts, and what each question was predicted to be
by the fold that had not seen its group, by the vector alone and by both. The penalty C is scikit-learn's default.
"""
import json
import sys

import numpy as np
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.svm import LinearSVC

FOLDS = 10
given = json.load(sys.stdin)
vectors = np.array(given["vectors"])
words = np.zeros((len(vectors), given["buckets"]))
for row, places in enumerate(given["places"]):
    words[row, places] = 1 / np.sqrt(len(places))
both = np.hstack([vectors, words])
fitted = {}
for attribute, labels in given["labels"].items():
    labels = np.array(labels)

    def unseen(features):
        folds = GroupKFold(FOLDS, shuffle=True, random_state=1)
        return cross_val_predict(LinearSVC(C=1.0), features, labels, cv=folds, groups=given["groups"]).tolist()

    model = LinearSVC(C=1.0).fit(both, labels)
    fitted[attribute] = {
        "classes": model.classes_.tolist(),
        "weights": model.coef_.tolist(),
        "intercepts": model.intercept_.tolist(),
        "unseenByVector": unseen(vectors),
        "unseen": unseen(both),
    }
json.dump(fitted, sys.stdout)
