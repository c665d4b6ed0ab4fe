import { useQuery } from '@tanstack/react-query'
import { isRecord } from '@/shared/document/value'
import type { CheckDraft } from '@/api/health/explanations'
import { loadModule } from '@/lib/load-module'
import { Editor } from '@/ui/editor/editor'
import { QueryState } from '../../shared/query/query-state'

const loadYaml = () => import('yaml')

type Props = {
  name: string
  spec: Readonly<Record<string, unknown>>
  /** Undefined until the spec has been edited. */
  text: string | undefined
  onText: (text: string) => void
}

/** An editor for the spec of a check that can be run without saving it. */
export function DraftEditor({ name, spec, text, onText }: Props) {
  const written = useQuery({
    queryKey: ['explanations', 'text', spec],
    queryFn: async () => (await loadModule(loadYaml)).stringify(spec),
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

/** @throws an error with a user-facing message if the text is not the spec of a check. */
export async function parseDraft(type: string, text: string): Promise<CheckDraft> {
  const { parse } = await loadModule(loadYaml)
  const spec: unknown = parse(text)
  if (!isRecord(spec)) throw new Error('Write the check as keys with values, such as url: https://example.com.')
  return { type, spec }
}
