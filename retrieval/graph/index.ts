export { type BestNodes, type BestOptions, bestByPageRank } from './best-nodes.ts';
export { buildCsrGraph, type CsrGraph, degree, type EdgeList } from './csr-graph.ts';
export { buildKnowledgeGraph, type KnowledgeGraph, knowledgePaths } from './knowledge-graph.ts';
export { type LocalPushOptions, localPush, type PushedScores } from './local-push.ts';
export { type PageRankOptions, pageRank, personalizedPageRank, type Seeds } from './page-rank.ts';
export { type PathOptions, simplePaths } from './simple-paths.ts';
