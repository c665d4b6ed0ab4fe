import { useEffect, useRef } from 'react'
import type { KnownArgs } from '@/commands/command'
import type { Rejection } from '@/ui/form/form-context'
import { useConsole } from '../console'
import type { CommandDialogProps } from './command-dialog'

/**
 * Runs the command of a form.
 * @returns a function that takes the arguments from the form, and returns the failure or undefined
 */
export function useSubmit({ call, places, onClose }: CommandDialogProps) {
  const { perform } = useConsole()
  const retryArgs = useRef<Readonly<KnownArgs>>({})
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return async (args: Readonly<KnownArgs>): Promise<Rejection | undefined> => {
    const full = { ...call, args: { ...call.args, ...args, ...retryArgs.current } }
    const request = { call: full, origin: 'form', onDone: onClose, isLeft: () => isLeft.current } as const
    const failure = await perform(request, places)
    if (!failure) return undefined
    retryArgs.current = { ...retryArgs.current, ...failure.retryArgs }
    return { message: failure.message, fields: failure.fields }
  }
}
