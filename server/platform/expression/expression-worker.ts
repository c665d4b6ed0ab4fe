import { parentPort } from 'node:worker_threads'
import { evaluateExpression, type ExpressionRequest } from './evaluate'

// User-defined expressions are evaluated in a separate thread, which is ended when one takes too long. The library
// reads members of timestamps and durations without checking that they are own members.
Reflect.deleteProperty(Object.prototype, '__proto__')

const port = parentPort
if (!port) throw new Error('expression-worker runs only as a worker thread')
port.on('message', (question: ExpressionRequest) => port.postMessage(evaluateExpression(question)))
port.postMessage('ready')
