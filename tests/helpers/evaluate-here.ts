import { evaluateExpression } from '../../server/platform/expression/evaluate'
import type { Evaluate } from '../../server/platform/expression/evaluator'

/** Evaluates in this thread, because the worker would have to be built first. */
export const evaluateHere: Evaluate = async (question) => evaluateExpression(question)
