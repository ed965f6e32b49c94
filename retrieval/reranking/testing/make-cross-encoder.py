"""Makes the cross-encoder that tests run: `pip install onnx onnxruntime tokenizers && python make-cross-encoder.py`.

It has a cross-encoder's interface (input_ids, attention_mask and token_type_ids of a pair; one logit a pair) and one rule for
knowledge: the share of the question's tokens that stand in the passage, as 8 * share - 4. That needs both texts, in their
places, and no padding. `expected.json` holds what the reference implementations (tokenizers and onnxruntime of Python) make of
some pairs, cut to 64 tokens from the passage's end.
"""

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

HERE = Path(__file__).parent / "tiny-cross-encoder"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = """how long is parental leave the parents take 26 weeks of after a birth cafeteria opens at eleven where does bus stop
which team runs zebra payments in lake door key holiday ##s ##ing . , ? naive cafe 休 假""".split()
MAX_TOKENS = 64

tokenizer = Tokenizer(models.WordPiece({word: i for i, word in enumerate(SPECIAL + WORDS)}, unk_token="[UNK]"))
tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
tokenizer.decoder = decoders.WordPiece()
tokenizer.add_special_tokens(SPECIAL)
(HERE / "onnx").mkdir(parents=True, exist_ok=True)
tokenizer.save(str(HERE / "tokenizer.json"), pretty=False)
(HERE / "tokenizer_config.json").write_text(
    json.dumps({"tokenizer_class": "BertTokenizer", "do_lower_case": True, "unk_token": "[UNK]", "sep_token": "[SEP]",
                "pad_token": "[PAD]", "cls_token": "[CLS]", "mask_token": "[MASK]"}) + "\n")

constant = lambda name, kind, dims, values: helper.make_tensor(name, kind, dims, values)
node = helper.make_node
graph = helper.make_graph(
    [
        node("Greater", ["input_ids", "last_special"], ["is_word"]),
        node("Cast", ["is_word"], ["word"], to=TensorProto.FLOAT),
        node("Cast", ["attention_mask"], ["real"], to=TensorProto.FLOAT),
        node("Cast", ["token_type_ids"], ["second"], to=TensorProto.FLOAT),
        node("Mul", ["word", "real"], ["counted"]),
        node("Mul", ["counted", "second"], ["passage"]),
        node("Sub", ["counted", "passage"], ["question"]),
        node("Unsqueeze", ["input_ids", "two"], ["rows"]),
        node("Unsqueeze", ["input_ids", "one"], ["columns"]),
        node("Equal", ["rows", "columns"], ["is_same"]),
        node("Cast", ["is_same"], ["same"], to=TensorProto.FLOAT),
        node("Unsqueeze", ["passage", "one"], ["passage_columns"]),
        node("Mul", ["same", "passage_columns"], ["met"]),
        node("ReduceMax", ["met", "two"], ["held"], keepdims=0),
        node("Mul", ["held", "question"], ["answered"]),
        node("ReduceSum", ["answered", "one"], ["hits"], keepdims=1),
        node("ReduceSum", ["question", "one"], ["asked"], keepdims=1),
        node("Max", ["asked", "least"], ["divisor"]),
        node("Div", ["hits", "divisor"], ["share"]),
        node("Mul", ["share", "scale"], ["scaled"]),
        node("Sub", ["scaled", "shift"], ["logits"]),
    ],
    "share-of-the-question",
    [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
     for name in ("input_ids", "attention_mask", "token_type_ids")],
    [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
    [
        constant("last_special", TensorProto.INT64, [], [len(SPECIAL) - 1]),
        constant("one", TensorProto.INT64, [1], [1]),
        constant("two", TensorProto.INT64, [1], [2]),
        constant("least", TensorProto.FLOAT, [], [1]),
        constant("scale", TensorProto.FLOAT, [], [8]),
        constant("shift", TensorProto.FLOAT, [], [4]),
    ],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
onnx.checker.check_model(model, full_check=True)
onnx.save(model, HERE / "onnx" / "model.onnx")

PAIRS = [
    ("How long is parental leave?", "Parents take 26 weeks of leave after a birth."),
    ("How long is parental leave?", "The cafeteria opens at eleven."),
    ("Which team runs zebra payments?", "team zebra runs payments, which stops the bus."),
    ("Naïve Café, 休假?", "the cafe is naive 休 holiday"),
    ("How long is parental leave?", "holiday " * 100 + "parental leave"),
    ("which " * 20 + "key", "key door lake"),
    ("unknownword", "unknownword"),
]
tokenizer.enable_truncation(MAX_TOKENS, strategy="only_second")
session = onnxruntime.InferenceSession(HERE / "onnx" / "model.onnx")
expected = []
for question, passage in PAIRS:
    pair = tokenizer.encode(question, passage)
    given = {"input_ids": pair.ids, "attention_mask": pair.attention_mask, "token_type_ids": pair.type_ids}
    (logits,) = session.run(None, {name: np.array([values], dtype=np.int64) for name, values in given.items()})
    expected.append({"question": question, "passage": passage, "ids": pair.ids, "types": pair.type_ids,
                     "logit": float(logits[0][0])})
(HERE / "expected.json").write_text(json.dumps({"maxTokens": MAX_TOKENS, "pairs": expected}, ensure_ascii=False) + "\n")
