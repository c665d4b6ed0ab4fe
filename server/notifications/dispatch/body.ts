import { wellFormed } from '../../platform/well-formed'

/** The text of a message as the history keeps it: Markdown that begins with the title. */
export const composeBody = ({ title, message }: { title: string; message: string }): string =>
  wellFormed([title && `**${title}**`, message].filter(Boolean).join('\n\n').replaceAll('\0', ''))
