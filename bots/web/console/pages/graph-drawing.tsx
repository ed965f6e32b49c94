import { MultiDirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { useEffect, useRef, useState } from 'react';
import Sigma from 'sigma';
import type { EntityGraph } from '../../console-api.ts';
import { Button } from '../ui.tsx';

/** The package is CommonJS. Its types export the functions under `default`; the bundler exports them at the top level. */
const layout = ('default' in forceAtlas2 ? forceAtlas2.default : forceAtlas2) as typeof forceAtlas2.default;
/** Iterations of the layout: enough to separate a few hundred nodes. */
const LAYOUT_ITERATIONS = 150;

/** The colours of the current theme, resolved for WebGL, which cannot read CSS variables. */
const colours = () => {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const found = { accent: read('--accent'), soft: read('--soft'), line: read('--line'), ink: read('--ink') };
  probe.remove();
  return found;
};

/** Draws the graph with pan and zoom. A click on an entity opens it; a click on a fact selects it in the list beside. */
const GraphDrawing = ({
  graph,
  open,
  chosen,
  choose,
}: {
  graph: EntityGraph;
  open(id: string): void;
  chosen: string | undefined;
  choose(id: string): void;
}) => {
  const place = useRef<HTMLDivElement>(null);
  const sigma = useRef<Sigma>(undefined);
  const [failed, setFailed] = useState(false);
  const actions = useRef({ open, choose });
  actions.current = { open, choose };

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const { accent, soft, line, ink } = colours();
    const drawn = new MultiDirectedGraph();
    for (const [at, { id, name }] of graph.nodes.entries()) {
      const isCenter = id === graph.center.id;
      // Starts from a spiral instead of random positions, so that the layout is deterministic.
      const [angle, radius] = [at * 2.4, isCenter ? 0 : Math.sqrt(at + 1)];
      drawn.addNode(id, {
        label: name,
        x: radius * Math.cos(angle),
        y: radius * Math.sin(angle),
        size: isCenter ? 12 : 6,
        color: isCenter ? accent : soft,
      });
    }
    for (const { id, from, to, predicate } of graph.edges) {
      drawn.addEdgeWithKey(id, from, to, { label: predicate, size: 2, color: line });
    }
    layout.assign(drawn, { iterations: LAYOUT_ITERATIONS, settings: layout.inferSettings(drawn) });
    try {
      const view = new Sigma(drawn, element, {
        renderEdgeLabels: true,
        stagePadding: 70,
        enableEdgeEvents: true,
        labelColor: { color: ink },
        edgeLabelColor: { color: soft },
        labelFont: 'Inter Variable, sans-serif',
        edgeLabelFont: 'Inter Variable, sans-serif',
        labelSize: 13,
        edgeLabelSize: 11,
        labelRenderedSizeThreshold: 4,
        defaultEdgeType: 'arrow',
      });
      view.on('clickNode', ({ node }) => actions.current.open(node));
      view.on('clickEdge', ({ edge }) => actions.current.choose(edge));
      sigma.current = view;
      return () => view.kill();
    } catch {
      // Sigma throws without WebGL. The list of facts shows the same content.
      setFailed(true);
      return undefined;
    }
  }, [graph]);

  useEffect(() => {
    const view = sigma.current;
    if (!view) return;
    const { accent } = colours();
    view.setSetting('edgeReducer', (edge, data) => (edge === chosen ? { ...data, color: accent, size: 4 } : data));
  }, [chosen]);

  const camera = () => sigma.current?.getCamera();
  if (failed)
    return <p className="muted graph-none">This browser draws no graphs (WebGL is off); the facts stand below.</p>;
  return (
    <div className="graph-frame">
      <div ref={place} className="graph-place" role="img" aria-label={`The facts around ${graph.center.name}, drawn`} />
      <div className="graph-controls">
        <Button icon="plus" onClick={() => void camera()?.animatedZoom()}>
          Closer
        </Button>
        <Button onClick={() => void camera()?.animatedUnzoom()}>Further</Button>
        <Button onClick={() => void camera()?.animatedReset()}>All</Button>
      </div>
    </div>
  );
};
export default GraphDrawing;
