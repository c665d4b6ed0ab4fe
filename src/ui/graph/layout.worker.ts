import { layOutGraph, type GraphShape } from './layout'

// The layout runs in a worker, because hundreds of nodes take longer than a key press may.
addEventListener('message', ({ data }: MessageEvent<{ ask: number; shape: GraphShape }>) => {
  postMessage({ ask: data.ask, layout: layOutGraph(data.shape) })
})
