/** Texts to copy, each with its name and a button. Without scripts they can be selected. */
export function CopyAs ({ texts, prefix = 'copy' }: { texts: Array<[name: string, text: string]>, prefix?: string }) {
  return (
    <dl class="copies">
      {texts.map(([name, text], at) => (
        <div>
          <dt>{name}</dt>
          <dd><code id={`${prefix}-${at}`}>{text}</code> <button type="button" class="plain small" data-copies={`${prefix}-${at}`} hidden>Copy<span class="hidden">{` the ${name.toLowerCase()}`}</span></button></dd>
        </div>
      ))}
    </dl>
  )
}
