import { formatCall } from '../../src/commands/call'
import type { CallSource } from '../../src/commands/command'
import { findCommand } from '../../src/commands/registry'

/** A call as it is written to addresses and storage. */
export const writtenCall = (call: CallSource | undefined): string | undefined => call && formatCall(call, findCommand)
