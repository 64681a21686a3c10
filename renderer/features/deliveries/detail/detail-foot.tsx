import { KeyHint } from '#ui/collections/key-hint.tsx'
import { DetailKeys } from '#ui/layout/detail-keys.tsx'
import { detail as copy } from './copy.ts'

/** The keys that work here. */
export function DetailFoot({ alone, canCopy }: { readonly alone: boolean; readonly canCopy: boolean }) {
  return (
    <DetailKeys alone={alone}>
      {canCopy ? (
        <>
          <KeyHint name="R">{copy.keys.replay}</KeyHint>
          <KeyHint name="C">{copy.keys.copy}</KeyHint>
        </>
      ) : null}
    </DetailKeys>
  )
}
