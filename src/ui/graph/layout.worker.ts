import { layOut, type Shape } from './layout'

// The layout runs in a worker, because hundreds of nodes take longer than a key press may.
addEventListener('message', ({ data }: MessageEvent<{ ask: number; shape: Shape }>) => {
  postMessage({ ask: data.ask, layout: layOut(data.shape) })
})
