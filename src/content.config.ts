// What a chapter's frontmatter may say. Knows nothing of how it is shown.
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const chapter = z.object({
  /** The chapter's number in the book; pages without one are not chapters. */
  chapter: z.number().int().positive().optional(),
  /** The stand-first: one or two sentences under the title. */
  stand: z.string().optional(),
  /** What the reader can do at the end: each completes "You can now ...". */
  endState: z.array(z.string()).optional(),
  /** Slugs of chapters to read first. */
  prerequisites: z.array(z.string()).optional(),
});

export const collections = {
  docs: defineCollection({
    loader: glob({ base: './content', pattern: '**/*.{md,mdx}' }),
    schema: docsSchema({ extend: chapter }),
  }),
};
