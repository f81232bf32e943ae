package io.fairlead.sandbox.resource;

import io.fairlead.sandbox.patch.FieldManager;
import io.fairlead.sandbox.schema.Schema;
import java.util.List;

/**
 * One version of a kind.
 *
 * @param served whether clients may use it
 * @param schema what its objects look like
 * @param fields keeps track of who set which field
 * @param columns its table
 */
public record ServedVersion(String name, boolean served, Schema schema, FieldManager fields, List<Column> columns) {
    static ServedVersion of(String name, boolean served, Schema schema, List<Column> columns) {
        return new ServedVersion(name, served, schema, new FieldManager(schema), columns);
    }
}
