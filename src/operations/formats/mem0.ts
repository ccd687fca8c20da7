import { type Format, fieldsOf, hashOf, listIn, momentIn, textIn } from './format.ts';

/** What mem0 tells with `get_all`, or exports: a memory an item. */
export const mem0: Format = {
  isOf: ({ memory, ...rest }) =>
    typeof memory === 'string' && ['hash', 'created_at', 'createdAt', 'user_id'].some((name) => name in rest),
  reader() {
    let user: unknown;
    return function* ({ value }) {
      const { id, memory, metadata, categories, user_id: userId = user, ...rest } = fieldsOf(value);
      const content = textIn(memory);
      if (content === undefined) throw new Error('memory: is no text');
      user ??= userId;
      if (userId !== user)
        throw new Error(`user_id: is ${JSON.stringify(userId)}, but the file began with ${JSON.stringify(user)}`);
      const [category] = listIn(categories);
      yield {
        kind: 'memory',
        memory: {
          ...{ content, sourceId: `mem0/${textIn(id) ?? hashOf(content)}`, category: textIn(category) },
          createdAt: momentIn(rest['created_at'] ?? rest['createdAt'], 'created_at'),
          updatedAt: momentIn(rest['updated_at'] ?? rest['updatedAt'], 'updated_at'),
          rest: { id, ...(metadata !== undefined && { metadata }), ...(categories !== undefined && { categories }) },
        },
      };
    };
  },
};
