import { layOut, type Shape } from './layout'

// A thread of its own: laying out hundreds of boxes takes longer than a key press may.
addEventListener('message', ({ data }: MessageEvent<{ ask: number; shape: Shape }>) => {
  postMessage({ ask: data.ask, layout: layOut(data.shape) })
})
