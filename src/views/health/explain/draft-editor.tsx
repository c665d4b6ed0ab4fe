import { useQuery } from '@tanstack/react-query'
import { isRecord } from '../../../lib/document/value'
import type { Draft } from '../../../api/explanations'
import { Editor } from '../../../ui/editor/editor'
import { QueryState } from '../../shell/query/query-state'

type Props = {
  name: string
  spec: Readonly<Record<string, unknown>>
  /** Undefined until it was changed. */
  text: string | undefined
  onText: (text: string) => void
}

/** The spec of a check, to be changed and run without being saved. */
export function DraftEditor({ name, spec, text, onText }: Props) {
  const written = useQuery({
    queryKey: ['explanations', 'text', spec],
    queryFn: async () => (await import('yaml')).stringify(spec),
    staleTime: 'static',
  })
  return (
    <QueryState query={written} what="the spec" as="part">
      {(first) => (
        <Editor
          label={`Spec of ${name}, not saved`}
          language="yaml"
          value={text ?? first}
          onChange={onText}
          height="medium"
          fileName={name}
          autoFocus
        />
      )}
    </QueryState>
  )
}

/** @throws a sentence, where the text is no spec of a check. */
export async function draftOf(type: string, text: string): Promise<Draft> {
  const { parse } = await import('yaml')
  const spec: unknown = parse(text)
  if (!isRecord(spec)) throw new Error('A check is written as members with values, such as url: https://example.com.')
  return { type, spec }
}
