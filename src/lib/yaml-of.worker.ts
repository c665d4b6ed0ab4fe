import { writeYaml } from './write-yaml'

// A thread of its own: a document of 20,000 lines takes some hundred milliseconds.
addEventListener('message', ({ data }: MessageEvent<unknown>) => postMessage(writeYaml(data)))
