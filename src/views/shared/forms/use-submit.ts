import { useEffect, useRef } from 'react'
import { formatCall, parseCall } from '@/commands/call'
import type { Rejection } from '@/ui/form/form-context'
import { useConsole } from '../console'
import type { CommandDialogProps } from './command-dialog'

/**
 * Runs the command of a form.
 * @returns a function that takes the serialized arguments, and returns the failure or undefined
 */
export function useSubmit({ call, places, onClose }: CommandDialogProps) {
  const { perform } = useConsole()
  const retryArgs = useRef<Readonly<Record<string, string>>>({})
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return async (args: Readonly<Record<string, string>>): Promise<Rejection | undefined> => {
    const { id, args: known } = parseCall(call)
    const full = formatCall({ id, args: { ...known, ...args, ...retryArgs.current } })
    const invocation = { call: full, origin: 'form', onDone: onClose, isLeft: () => isLeft.current } as const
    const failure = await perform(invocation, places)
    if (!failure) return undefined
    retryArgs.current = { ...retryArgs.current, ...failure.retryArgs }
    return { message: failure.message, fields: failure.fields }
  }
}
