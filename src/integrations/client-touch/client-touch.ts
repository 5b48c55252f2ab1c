// Makes `client:touch` known to Astro. What it does stands in directive.ts.
import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Wakes up when the reader first touches the page and the element is in sight. */
    'client:touch'?: boolean;
  }
}

export function clientTouch(): AstroIntegration {
  return {
    name: 'client-touch',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'touch', entrypoint: './src/integrations/client-touch/directive.ts' }),
    },
  };
}
