import { parentPort } from 'node:worker_threads'
import { evaluate, type Question } from './evaluate'

// Expressions of people are evaluated in a thread of their own, which is ended when one takes too long.
// The library reads members of timestamps and durations without asking whose they are.
Reflect.deleteProperty(Object.prototype, '__proto__')

const port = parentPort
if (!port) throw new Error('expression-worker runs only as a worker thread')
port.on('message', (question: Question) => port.postMessage(evaluate(question)))
port.postMessage('ready')
