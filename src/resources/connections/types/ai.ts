import { type ConnectionField, defineTypes, secretField, sourceField } from '../type'

const model = (names: readonly string[]): ConnectionField => ({
  type: 'suggest',
  name: 'model',
  at: 'properties.model',
  label: 'Model',
  options: names.map((value) => ({ value, label: value })),
  isMono: true,
})
const apiKey = secretField('password', 'API key', { isRequired: true })
const optionalUrl = sourceField('url', 'URL', { help: 'Only for a proxy, or a service with the same API.' })

export default defineTypes([
  {
    id: 'anthropic',
    label: 'Anthropic',
    group: 'AI',
    icon: 'ai',
    keywords: 'claude llm',
    fields: [model(['claude-opus-4-1', 'claude-sonnet-4-5', 'claude-haiku-4-5']), optionalUrl, apiKey],
  },
  {
    id: 'openai',
    label: 'OpenAI',
    group: 'AI',
    icon: 'ai',
    keywords: 'gpt llm',
    fields: [model(['gpt-4.1', 'gpt-4o', 'gpt-4o-mini']), optionalUrl, apiKey],
  },
  {
    id: 'ollama',
    label: 'Ollama',
    group: 'AI',
    icon: 'ai',
    keywords: 'llama llm local',
    fields: [
      model(['llama3.1', 'qwen2.5']),
      sourceField('url', 'URL', { isRequired: true, placeholder: 'http://ollama.example:11434' }),
      apiKey,
    ],
  },
])
