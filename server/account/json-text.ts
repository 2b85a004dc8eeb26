/**
 * The text of a JSON object, part by part. A member may be a list in pages: only one page is in memory at a time.
 */
export async function* jsonText(
  members: Record<string, object | string | null | AsyncIterable<object[]>>,
): AsyncGenerator<string> {
  let before = '{\n';
  for (const [name, member] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}: `;
    if (typeof member === 'object' && member !== null && Symbol.asyncIterator in member)
      yield* listText(member);
    else yield JSON.stringify(member);
    before = ',\n';
  }
  yield '\n}\n';
}

async function* listText(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages)
    for (const item of page) {
      yield `${before}${JSON.stringify(item)}`;
      before = ',\n';
    }
  yield before === '[\n' ? '[]' : '\n]';
}
